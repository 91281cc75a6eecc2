/**
 * Who was a supervisor when their request came in, and is not any more when it is their turn to write, changes nothing.
 * @covers messagerie-web.admin.last-supervisor
 */
import { deepEqual, rejects } from "node:assert/strict";
import {
  addCannedReply,
  changeCannedReply,
  removeCannedReply,
} from "../../../../service/messagerie/admin/canned_replies.ts";
import { testChannel } from "../../../../service/messagerie/admin/channels.ts";
import { changeInbox, deleteInbox } from "../../../../service/messagerie/admin/inboxes.ts";
import {
  changePerson,
  invitePerson,
  listPeople,
  sendPersonLink,
} from "../../../../service/messagerie/admin/people.ts";
import { changeTag, declareTag, deleteTag } from "../../../../service/messagerie/admin/tags.ts";
import { addInbox } from "../../../../service/messagerie/directory/places.ts";
import {
  createIdentitySecret,
  deleteIdentitySecret,
} from "../../../../service/messagerie/sites/identity_secrets.ts";
import { changeSite, createSite } from "../../../../service/messagerie/sites/manage_sites.ts";
import { openAccounts } from "../accounts/account_desk.ts";

Deno.test("a supervisor who was demoted meanwhile changes nothing", async () => {
  await using accounts = await openAccounts();
  const none = { available: false, inboxId: null };
  const accept = { send: () => Promise.resolve({ kind: "accepted", providerId: "x" } as const) };
  const desk = {
    ...accounts,
    channels: { sms: none, email: none },
    providers: { email: accept },
    secretKey: new Uint8Array(32),
  };
  const [sophie, , awa] = await listPeople(desk);
  const inbox = await addInbox(desk, { name: "Ventes", description: "", site: null });
  const tag = await declareTag(desk, null, { name: "Colis", color: "#aa0000" });
  const canned = { shortcut: "a", title: "A", body: "A", inboxId: null };
  const reply = await addCannedReply(desk, null, canned);
  const site = await createSite(desk, null, { name: "Boutique" });
  const secret = await createIdentitySecret(desk, null, site.id);
  const zoe = {
    kind: "person",
    agentNo: 2,
    agentId: "018f0000-0000-7000-8000-000000000002",
    name: "zoé",
    role: "supervisor",
    reach: { all: true },
  } as const;
  await changePerson(desk, null, zoe.agentId, { role: "agent" });
  const kept = async () =>
    await Promise.all(
      ([
        "agent",
        "inbox",
        "site",
        "widget",
        "identity_secret",
        "tag_definition",
        "canned_reply",
        "one_time_link",
        "audit",
      ] as const).map((table) => accounts.store.read.selectFrom(table).selectAll().execute()),
    );
  const before = await kept();
  const id = awa?.id ?? "";
  const invited = { login: "b", name: "B", role: "supervisor", inboxIds: [] } as const;
  for (
    const work of [
      () => changePerson(desk, zoe, id, { active: false }),
      () => changePerson(desk, zoe, sophie?.id ?? "", { role: "agent" }),
      () => invitePerson(desk, zoe, invited),
      () => sendPersonLink(desk, zoe, id),
      () => addInbox(desk, { name: "B", description: "", site: null }, zoe),
      () => changeInbox(desk, zoe, inbox.id, { name: "B" }),
      () => deleteInbox(desk, zoe, inbox.id),
      () => declareTag(desk, zoe, { name: "B", color: "#000000" }),
      () => changeTag(desk, zoe, tag.name, { name: "B" }),
      () => deleteTag(desk, zoe, tag.name),
      () => addCannedReply(desk, zoe, { ...canned, shortcut: "b" }),
      () => changeCannedReply(desk, zoe, reply.id, { title: "B" }),
      () => removeCannedReply(desk, zoe, reply.id),
      () => createSite(desk, zoe, { name: "B" }),
      () => changeSite(desk, zoe, site.id, { origins: ["https://b.example"] }),
      () => createIdentitySecret(desk, zoe, site.id),
      () => deleteIdentitySecret(desk, zoe, { siteId: site.id, secretId: secret.id }),
      () => testChannel(desk, zoe, "email", "moi@exemple.fr"),
    ]
  ) await rejects(work, { code: "SUPERVISOR_ONLY" }, String(work));
  deepEqual(await kept(), before);
});
