/**
 * Promises about Pacerelle in the browser (issue 6).
 * @module
 */
import { section } from "./requirement.ts";

export const PACERELLE_WEB = [
  ...section("issue 6, point 1: a browser is a device", [
    ["pacerelle-web.device.curves", "a browser without the curves has them in portable code, bit for bit"],
    [
      "pacerelle-web.device.sealed",
      "what a browser keeps is sealed under a key that no script can read; so is its identity's",
    ],
    [
      "pacerelle-web.device.durable",
      "a change is on the browser's disk before anyone is told of it, whole or not at all, whenever the tab dies",
    ],
    [
      "pacerelle-web.device.storage-lost",
      "storage that was cleared, in part or whole, is full or was closed is told as that; nothing is made anew over it",
    ],
    [
      "pacerelle-web.device.fenced",
      "a tab that lost the state while it was frozen writes nothing when it wakes",
    ],
    [
      "pacerelle-web.pairing.digits",
      "a device is let in by six digits that a person compares, and nobody between two devices gets in for it",
    ],
    ["pacerelle-web.recovery", "the recovery key, shown once, lets a device in when no other is left"],
    [
      "pacerelle-web.account.password",
      "the password is changed by whoever knows the present one, from a device of the account",
    ],
    [
      "pacerelle-web.account.log-out",
      "logging out tells what would be lost, leaves the account and erases the device",
    ],
    [
      "pacerelle-web.tabs",
      "of several tabs one holds the device and the others are full clients; another one takes over, nothing lost or doubled",
    ],
    [
      "pacerelle-web.app.orders",
      "whatever order pages, changes, clocks and another holding tab come in, a conversation shows what the device has",
    ],
    [
      "pacerelle-web.device.browser",
      "all of it holds in a real browser under a strict policy, without code made from text",
    ],
    [
      "pacerelle-web.device.compaction",
      "rows are rewritten so that opening stays quick, and a crash loses none",
    ],
  ]),
  ...section("issue 6, point 2: agents", [
    [
      "pacerelle-web.agents.connect",
      "what is shown for pasting connects the agent, and the app sees it live",
    ],
    ["pacerelle-web.agents.rename", "an agent gets another name everywhere but at the relay"],
    ["pacerelle-web.agents.presence", "online, offline since, deaf and never seen are told apart"],
  ]),
  ...section("issue 6, point 3: conversations", [
    ["pacerelle-web.states", "a message's state is no more than the relay or the agent has said"],
    [
      "pacerelle-web.widgets",
      "widgets are answered from any device; the first answer counts and closes it elsewhere",
    ],
    ["pacerelle-web.offline", "what is written without a relay leaves once, by itself"],
    ["pacerelle-web.drafts", "what was typed is kept durably and goes in the write that sends it"],
    ["pacerelle-web.search", "search finds folded text in what the device has"],
  ]),
  ...section("issue 6, points 3 and 5: files", [
    ["pacerelle-web.files.both-ways", "files go both ways, sealed under keys of their own"],
    ["pacerelle-web.files.sealed", "a chunk that was cut off, moved, swapped or altered is found out"],
    ["pacerelle-web.files.padded", "of a file's size the relay sees a step"],
    [
      "pacerelle-web.files.blind",
      "no name, type, key or content of a file is at the relay, or in the clear at rest",
    ],
    [
      "pacerelle-web.files.whole-first",
      "a message leaves once its files are wholly at the relay, and others meanwhile",
    ],
    [
      "pacerelle-web.files.crash",
      "a crash at any step loses no file and doubles none; a retry sends the same bytes",
    ],
    [
      "pacerelle-web.files.lying-relay",
      "a relay that swaps, cuts or withholds a file is told, and nothing is kept of it",
    ],
    [
      "pacerelle-web.files.quota",
      "place for files is bounded by account, and a full relay is said to the sender",
    ],
    [
      "pacerelle-web.files.room",
      "the files of all accounts together fill the room that the relay gives them and no more",
    ],
    [
      "pacerelle-web.files.forgotten",
      "a file is deleted when its recipients let it go, is taken back, or grows old",
    ],
    ["pacerelle-web.files.own-account", "a file is announced, filled and fetched within its account alone"],
    [
      "pacerelle-web.files.outbound-bounds",
      "the stdio server sends regular files of the allowed folder alone, by link or path",
    ],
    [
      "pacerelle-web.files.saved-when-asked",
      "nothing that comes is saved by itself; what is asked for is saved whole or not at all",
    ],
    ["pacerelle-web.files.saved-names", "a saved name is safe on any system and overwrites nothing"],
    [
      "pacerelle-web.files.types",
      "what runs when it is opened is neither sent nor saved, whatever it is called",
    ],
    ["pacerelle-web.files.off", "without an allowed folder files are refused, and how to allow them is said"],
    [
      "pacerelle-web.files.terminal",
      "the terminal client sends, shows and saves files, and answers file widgets",
    ],
  ]),
  ...section("issue 6, point 4: Web Push", [
    ["pacerelle-web.push.empty", "a push has no content, and its sender is proved by the relay's own key"],
    [
      "pacerelle-web.push.away",
      "a device that is away is woken when an agent's message waits, and not for receipts",
    ],
    ["pacerelle-web.push.once", "one push at most until the device comes, or a while has passed"],
    ["pacerelle-web.push.told", "what became of a push is told as the service answered, never as delivered"],
    ["pacerelle-web.push.gone", "a subscription that ended is forgotten"],
    ["pacerelle-web.push.hosts", "a device cannot make the relay call anything but a push service"],
    ["pacerelle-web.push.key", "the relay's key outlives a restart, or comes from the settings"],
  ]),
  ...section("issue 6, How it is shown", [
    [
      "pacerelle-web.whole-way",
      "sign-up to recovery runs between apps, a real relay and a real stdio server",
    ],
    [
      "pacerelle-web.hostile",
      "a relay that swaps keys is told in words a person understands, and gets nothing",
    ],
    ["pacerelle-web.clock", "a wrong clock is told, and costs nothing"],
  ]),
];
