/**
 * The stdio server alone, to be started as a process: what `main.ts pacerelle` does.
 * @module
 */
import process from "node:process";
import { startPacerelle } from "../../../server/pacerelle/start_pacerelle.ts";

await startPacerelle({ environment: (variable) => process.env[variable] });
