/**
 * How a host starts the stdio server that stands beside this very code.
 * @module
 */
import { join } from "node:path";
import process from "node:process";
import {
  fromCheckout,
  PUBLISHED,
  type ServerStart,
} from "../../../service/pacerelle/connect/server_start.ts";

/** From this checkout; by the package's name where the code does not come from one. */
export function startHere(): ServerStart {
  const { dirname } = import.meta;
  const deno: string | undefined = process.versions["deno"];
  return dirname === undefined || deno === undefined
    ? PUBLISHED
    : fromCheckout(join(dirname, "../../.."), deno);
}
