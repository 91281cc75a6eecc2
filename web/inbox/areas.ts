/**
 * The areas of the pages. The first that takes an address shows it; an address that none takes is the inbox's.
 * @module
 */
import type { Area } from "./area.ts";

/** Where the inbox is, and where every other address leads. */
export const DESK: Area = {
  name: "desk",
  matches: () => true,
  load: () => import("./desk/area.tsx"),
  stands: "framed",
};

/** The areas, the inbox last. */
export const AREAS: readonly Area[] = [DESK];
