/**
 * The manifest: every promise of the two source documents and of the contracts.
 * @module
 */
import { HOUSE } from "./requirements/house.ts";
import { MCP_WIRE } from "./requirements/mcp_wire.ts";
import { MESSAGERIE } from "./requirements/messagerie.ts";
import { PACERELLE } from "./requirements/pacerelle.ts";

export const REQUIREMENTS = [...HOUSE, ...MCP_WIRE, ...MESSAGERIE, ...PACERELLE];
