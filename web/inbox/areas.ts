/**
 * The areas of the pages. The first that takes an address shows it; one that none takes is a wrong one.
 * @module
 */
import { type Area, under } from "./area.ts";

/** Where a wrong address leads: what it is, and a way back. */
export const LOST: Area = {
  name: "lost",
  matches: () => true,
  load: () => import("./frame/lost_area.tsx"),
  stands: "framed",
};

/** The areas, the wrong addresses' last. */
export const AREAS: readonly Area[] = [
  {
    name: "door",
    matches: under("/connexion", "/premiers-pas", "/invitation", "/mot-de-passe", "/nouveau-mot-de-passe"),
    load: () => import("./account/door_area.tsx"),
    stands: "alone",
  },
  {
    name: "account",
    matches: (path) => path === "/compte",
    load: () => import("./account/own_area.tsx"),
    stands: "framed",
  },
  { name: "admin", matches: under("/admin"), load: () => import("./admin/area.tsx"), stands: "framed" },
  {
    name: "reference",
    matches: (path) => path === "/reference",
    load: () => import("./reference/area.tsx"),
    stands: "framed",
  },
  {
    name: "desk",
    matches: (path) => path === "/" || /^\/conversations(\/[^/]+)?$/.test(path),
    load: () => import("./desk/area.tsx"),
    stands: "framed",
  },
  LOST,
];
