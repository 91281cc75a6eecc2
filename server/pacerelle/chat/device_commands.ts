/**
 * `chat device list | approve | remove`.
 * @module
 */
import { approveDevice, listDevices, removeDevice } from "../../../service/pacerelle/chat/devices.ts";
import { type CommandGroup, defineCommand, UsageError } from "../../cli/command.ts";
import { printableLine } from "./printable.ts";
import { askSecret, processKeyboard, readLine } from "./prompt.ts";
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

const approve = defineCommand({
  summary: "Fait entrer l’appareil qui montre ce code, et lui passe agents et conversations.",
  positionals: ["[CODE]"],
  options: CHAT_OPTIONS,
  run: ({ options, positionals: [given] }, terminal) =>
    withChat(terminal, options, async (chat) => {
      const keyboard = processKeyboard();
      const code = given ?? (keyboard.isTerminal
        ? await askSecret(keyboard, terminal.error, "Code montré par le nouvel appareil")
        : await readLine(keyboard));
      const { id, name, isHandedOver } = await approveDevice(chat, code);
      return await answer(
        terminal,
        options.json,
        { id, name, historySent: isHandedOver },
        `Approuvé : ${printableLine(name)} (${id})\n` + (isHandedOver
          ? "Agents et conversations lui ont été remis."
          : "Agents et conversations lui seront remis à la prochaine commande « chat » d’ici."),
      );
    }),
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
