/**
 * A stdio server over the small catalogue, to be started as a process; says on stderr why it ended.
 * @module
 */
import process from "node:process";
import { serveStdio } from "../../../server/mcp/stdio.ts";
import { fakeDispatcher } from "./fake_catalogue.ts";

serveStdio({
  input: process.stdin,
  output: process.stdout,
  dispatcher: fakeDispatcher(),
  context: { access: "write" },
  onClose: (reason) => {
    process.stderr.write(`closed: ${reason}\n`);
    process.exit(0);
  },
});
