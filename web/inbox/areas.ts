/**
 * The areas of the pages. The first that takes an address shows it; an address that none takes is the inbox's.
 * @module
 */
import { type Area, under } from "./area.ts";

/** Where the inbox is, and where every other address leads. */
export const DESK: Area = {
  name: "desk",
  matches: () => true,
  load: () => import("./desk/area.tsx"),
  stands: "framed",
};

/** The areas, the inbox last. */
export const AREAS: readonly Area[] = [
  {
    name: "door",
    matches: under("/connexion", "/premiers-pas", "/invitation", "/mot-de-passe", "/nouveau-mot-de-passe"),
    load: () => import("./account/door_area.tsx"),
    stands: "alone",
  },
  {
    name: "account",
    matches: under("/compte"),
    load: () => import("./account/own_area.tsx"),
    stands: "framed",
  },
  { name: "admin", matches: under("/admin"), load: () => import("./admin/area.tsx"), stands: "framed" },
  {
    name: "reference",
    matches: under("/reference"),
    load: () => import("./reference/area.tsx"),
    stands: "framed",
  },
  DESK,
];
