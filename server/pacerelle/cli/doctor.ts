/**
 * `doctor`: looks for what keeps the stdio server from working, and names one next action for each fault.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { defineCommand } from "../../cli/command.ts";
import { type Check, diagnose } from "../diagnose.ts";
import { readSettings } from "../settings.ts";
import { SETTING_OPTIONS } from "./pacerelle.ts";

const MARKS: Readonly<Record<Check["kind"], string>> = { good: "✓", note: "·", fault: "✗" };

/** `doctor` */
export const doctorCommand = defineCommand({
  summary: "Pacerelle : cherche ce qui empêche le serveur de fonctionner, et dit quoi faire.",
  options: SETTING_OPTIONS,
  async run({ options }, terminal) {
    const read = await readSettings({
      agentId: options["agent-id"],
      token: options["token"],
      environment: (variable) => terminal.environment(variable),
    });
    let faults = 0;
    for await (const { kind, name, text, action } of diagnose(read, systemEnv)) {
      if (kind === "fault") faults++;
      await terminal.out(`${MARKS[kind]} ${name} : ${text}\n`);
      if (action !== undefined) await terminal.out(`  → ${action}\n`);
    }
    await terminal.out(faults === 0 ? "Tout va bien.\n" : `${faults} défaut${faults > 1 ? "s" : ""}.\n`);
    return faults === 0 ? 0 : 1;
  },
});
