/**
 * The stdio server with a bug in it, which shows once it has been asked for its history: `BUG=throw` or `BUG=reject`.
 * @module
 */
import process from "node:process";
import { startPacerelle } from "../../../server/pacerelle/start_pacerelle.ts";

await startPacerelle({ environment: (variable) => process.env[variable] });
process.stdin.on("data", (chunk) => {
  if (!String(chunk).includes("get_history")) return;
  const bug = new Error("le texte d’une personne");
  if (process.env["BUG"] === "reject") void Promise.reject(bug);
  else {setTimeout(() => {
      throw bug;
    });}
});
