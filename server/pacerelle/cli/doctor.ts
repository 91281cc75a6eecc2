/**
 * `doctor`: looks for what keeps the stdio server from working, and names one next action for each fault.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { tellChecks } from "../../cli/checks.ts";
import { defineCommand } from "../../cli/command.ts";
import { diagnose } from "../diagnose.ts";
import { readSettings } from "../settings.ts";
import { SETTING_OPTIONS } from "./pacerelle.ts";

/** `doctor` */
export const doctorCommand = defineCommand({
  summary: "Pacerelle : cherche ce qui empêche le serveur de fonctionner, et dit quoi faire.",
  options: SETTING_OPTIONS,
  async run({ options }, terminal) {
    const read = await readSettings({
      agentId: options["agent-id"],
      token: options["token"],
      filesDir: options["files-dir"],
      environment: (variable) => terminal.environment(variable),
    });
    return await tellChecks(terminal, diagnose(read, systemEnv));
  },
});
