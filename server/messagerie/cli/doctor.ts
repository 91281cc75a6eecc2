/**
 * `doctor-messagerie`: looks for what keeps the server from working, and names one next action for each fault.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import { tellChecks } from "../../cli/checks.ts";
import { defineCommand } from "../../cli/command.ts";
import { diagnose } from "../diagnose.ts";
import { SERVE_OPTIONS } from "./serve.ts";

/** `doctor-messagerie` */
export const doctorCommand = defineCommand({
  summary: "Messagerie : cherche ce qui empêche le serveur de fonctionner, et dit quoi faire.",
  options: SERVE_OPTIONS,
  run: ({ options }, terminal) =>
    tellChecks(terminal, diagnose({ environment: terminal.environment, flags: options }, systemEnv)),
});
