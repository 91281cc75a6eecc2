/**
 * `chat device list | approve | remove`.
 * @module
 */
import type { Chat } from "../../../service/pacerelle/chat/chat.ts";
import {
  type ApprovedDevice,
  approveDevice,
  listDevices,
  removeDevice,
} from "../../../service/pacerelle/chat/devices.ts";
import { AnsweredDigits, readStep } from "../../../service/pacerelle/chat/digits.ts";
import { refuse } from "../../../service/pacerelle/chat/refusals.ts";
import type { PairingStep } from "../../../wire/pairing.ts";
import { type CommandGroup, defineCommand, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { printableLine } from "./printable.ts";
import { askLine, askSecret, processKeyboard, readLine } from "./prompt.ts";
import { answer, CHAT_OPTIONS, isoTime, withChat } from "./with_chat.ts";

const list = defineCommand({
  summary: "Dit les appareils du compte, et ceux qui attendent d’être approuvés.",
  options: CHAT_OPTIONS,
  run: ({ options }, terminal) =>
    withChat(terminal, options, async (chat) => {
      const devices = await listDevices(chat);
      const text = devices.map(({ id, name, isSelf, standing }) =>
        `${id}  ${printableLine(name)}${isSelf ? "  (celui-ci)" : ""}${
          standing === "waiting" ? "  attend d’être approuvé" : ""
        }`
      ).join("\n");
      const shown = devices.map(({ id, name, isSelf, standing, createdAt }) => ({
        id,
        name,
        self: isSelf,
        approved: standing === "roster",
        createdAt: createdAt === null ? null : isoTime(createdAt),
      }));
      return await answer(terminal, options.json, { devices: shown }, text);
    }),
});

/** How long `approve --digits` waits for a device to ask, and for its answer. */
const ASK_MS = 300_000;

async function tellApproved(
  terminal: Terminal,
  json: boolean,
  { id, name, isHandedOver }: ApprovedDevice,
  next = "",
): Promise<number> {
  return await answer(
    terminal,
    json,
    { id, name, historySent: isHandedOver },
    `Approuvé : ${printableLine(name)} (${id})\n` +
      (isHandedOver
        ? "Agents et conversations lui ont été remis."
        : "Agents et conversations lui seront remis à la prochaine commande « chat » d’ici.") +
      next,
  );
}

/** Lets the first device in that asks for it by digits, once a person has typed what it shows. */
async function approveByDigits(
  chat: Chat,
  terminal: Terminal,
  steps: readonly PairingStep[],
): Promise<ApprovedDevice> {
  if (await chat.connect() !== undefined) throw refuse("OFFLINE");
  await terminal.error("Sur le nouvel appareil, demandez « six chiffres »…\n");
  const find = <Name extends PairingStep["step"]>(step: Name) =>
    steps.find((one): one is Extract<PairingStep, { step: Name }> => one.step === step);
  await chat.until(() => find("commit") !== undefined, ASK_MS);
  const commit = find("commit");
  if (!commit) throw refuse("PAIRING_OVER");
  const answered = await AnsweredDigits.begin(chat, commit);
  await chat.until(() => find("reveal") !== undefined, ASK_MS);
  const reveal = find("reveal");
  if (!reveal || !(await answered.take(reveal))) throw refuse("PAIRING_OVER");
  const keyboard = processKeyboard();
  const digits = keyboard.isTerminal
    ? await askLine(
      keyboard,
      terminal.error,
      `Chiffres que montre « ${printableLine(answered.device.name)} »`,
    )
    : await readLine(keyboard);
  return await answered.approve(digits);
}

const approve = defineCommand({
  summary: "Fait entrer l’appareil qui montre ce code ou six chiffres, et lui passe agents et conversations.",
  positionals: ["[CODE]"],
  options: {
    digits: { type: "boolean", help: "par six chiffres, que l’autre appareil montre et qui sont tapés ici" },
    ...CHAT_OPTIONS,
  },
  run({ options, positionals: [given] }, terminal) {
    if (!options.digits) {
      return withChat(terminal, options, async (chat) => {
        const keyboard = processKeyboard();
        const code = given ??
          (keyboard.isTerminal
            ? await askSecret(keyboard, terminal.error, "Code montré par le nouvel appareil")
            : await readLine(keyboard));
        return await tellApproved(terminal, options.json, await approveDevice(chat, code));
      });
    }
    const steps: PairingStep[] = [];
    const onPairing = (from: string, body: string) => {
      const step = readStep(from, body);
      if (step) steps.push(step);
    };
    return withChat(
      terminal,
      options,
      async (chat) =>
        await tellApproved(
          terminal,
          options.json,
          await approveByDigits(chat, terminal, steps),
          "\nConfirmez-le maintenant sur le nouvel appareil.",
        ),
      { events: { onPairing } },
    );
  },
});

const remove = defineCommand({
  summary: "Retire un appareil : plus rien n’est chiffré pour lui, et il n’est plus cru.",
  positionals: ["APPAREIL"],
  options: CHAT_OPTIONS,
  run: ({ options, positionals: [device] }, terminal) =>
    withChat(terminal, options, async (chat) => {
      if (device === undefined) throw new UsageError("Il manque APPAREIL.");
      const { id, name } = await removeDevice(chat, device);
      return await answer(
        terminal,
        options.json,
        { removed: id },
        `Retiré : ${printableLine(name)} (${id}). Ce qu’il avait déjà reçu reste chez lui.`,
      );
    }),
});

/** `chat device` */
export const deviceCommands: CommandGroup = {
  summary: "Les appareils du compte.",
  commands: { list, approve, remove },
};
