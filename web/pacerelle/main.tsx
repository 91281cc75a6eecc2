/**
 * The Pacerelle app: where the browser begins. What is bundled together may run in any order, so the app itself comes after
 * what has to be true before.
 * @module
 */
import "./without_eval.ts";

void import("./start.tsx");
