/**
 * `demo`: fills a database with a desk that looks like one in use, and with `--serve` serves it at once, with a token
 * ready to paste (contract: messagerie §9).
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { addDemoCannedReplies } from "../../../service/messagerie/demo/canned_replies.ts";
import { generateDemo } from "../../../service/messagerie/demo/generate.ts";
import type { Desk } from "../../../service/messagerie/desk.ts";
import { importDesk } from "../../../service/messagerie/transfer/import_desk.ts";
import { listConversations } from "../../../store/messagerie/list_conversations.ts";
import { CommandFailure, defineCommand, UsageError } from "../../cli/command.ts";
import { describeCounts, importProgress } from "./import.ts";
import { progressOn } from "./progress.ts";
import { serveDemo } from "./serve_demo.ts";
import { answer, DATABASE_OPTION, JSON_OPTION, withDesk } from "./with_desk.ts";

const DEFAULT_CONVERSATIONS = 300;
/** Messages of a conversation, on average. */
const DEFAULT_LENGTH = 8;
/** Ten times what the benches ask for. */
const MAX_MESSAGES = 10_000_000;
const DAY_MS = 86_400_000;

function count(
  given: string | undefined,
  flag: string,
  least: number,
  most: number,
  without: number,
): number {
  if (given === undefined) return without;
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < least || number > most) {
    throw new UsageError(`--${flag} doit être un nombre entier de ${least} à ${most}.`);
  }
  return number;
}

function dateOf(given: string | undefined): number {
  // The day, not the moment: within a day the same seed gives the same desk.
  if (given === undefined) return Math.floor(systemEnv.now() / DAY_MS) * DAY_MS;
  const time = Date.parse(given);
  if (!/^\d{4}-\d{2}-\d{2}/.test(given) || Number.isNaN(time)) {
    throw new UsageError("--date doit être une date ISO 8601, comme 2026-01-31.");
  }
  return time;
}

async function holdsConversations(desk: Pick<Desk, "store">): Promise<boolean> {
  return (await listConversations(desk.store.read, { scope: null, status: "all", limit: 1 })).length > 0;
}

/** `demo` */
export const demoCommand = defineCommand({
  summary: "Remplit une base de conversations d’exemple, en français.",
  options: {
    conversations: { type: "string", value: "N", help: `combien (${DEFAULT_CONVERSATIONS})` },
    messages: { type: "string", value: "N", help: `combien en tout (${DEFAULT_LENGTH} par conversation)` },
    seed: { type: "string", value: "N", help: "la même graine donne la même base (1)" },
    date: { type: "string", value: "DATE", help: "le jour où l’on se place (aujourd’hui)" },
    serve: { type: "boolean", help: "sert ensuite cette base, avec un jeton prêt à coller" },
    ...JSON_OPTION,
    ...DATABASE_OPTION,
  },
  async run({ options }, terminal) {
    const conversations = count(
      options.conversations,
      "conversations",
      1,
      MAX_MESSAGES,
      DEFAULT_CONVERSATIONS,
    );
    const messages = count(
      options.messages,
      "messages",
      conversations,
      MAX_MESSAGES,
      conversations * DEFAULT_LENGTH,
    );
    const seed = count(options.seed, "seed", 0, 4_294_967_295, 1);
    const until = dateOf(options.date);
    const progress = progressOn(terminal);
    const telling = importProgress(progress);
    const counts = await withDesk(terminal, options, async (desk) => {
      if (await holdsConversations(desk)) return null;
      const filled = await importDesk(desk, generateDemo({ conversations, messages, seed, until }), {
        update: false,
        onRead: (read) => progress.bar("Messages", read.messages, messages),
        onIndexed: telling.onIndexed,
      });
      await addDemoCannedReplies(desk);
      return filled;
    });
    await progress.clear();
    if (counts === null && !options.serve) {
      throw new CommandFailure(
        "Cette base a déjà des conversations : donnez à la démonstration la sienne avec --database-url file:CHEMIN.",
      );
    }
    if (counts !== null) {
      await answer(terminal, options.json, counts, [
        `Base remplie : ${describeCounts(counts)}`,
        ...(options.serve
          ? []
          : ["Et maintenant : deno task cli token create --label NOM --access write, puis deno task serve"]),
      ]);
    }
    if (options.serve) await serveDemo(terminal, options);
    return 0;
  },
});
