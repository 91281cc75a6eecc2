/**
 * The manifest: every promise of the two source documents and of the contracts.
 * @module
 */
import { DELIVERIES } from "./requirements/deliveries.ts";
import { HOUSE } from "./requirements/house.ts";
import { MCP_WIRE } from "./requirements/mcp_wire.ts";
import { MESSAGERIE } from "./requirements/messagerie.ts";
import { MESSAGERIE_WEB } from "./requirements/messagerie_web.ts";
import { MESSAGERIE_WEB_INBOX } from "./requirements/messagerie_web_inbox.ts";
import { MESSAGERIE_WEB_PAGES } from "./requirements/messagerie_web_pages.ts";
import { MESSAGERIE_WEB_PEOPLE } from "./requirements/messagerie_web_people.ts";
import { PACERELLE } from "./requirements/pacerelle.ts";
import { PACERELLE_WEB } from "./requirements/pacerelle_web.ts";
import { PACERELLE_WEB_PROOF } from "./requirements/pacerelle_web_proof.ts";
import { PACERELLE_WEB_APP } from "./requirements/pacerelle_web_app.ts";

export const REQUIREMENTS = [
  ...DELIVERIES,
  ...HOUSE,
  ...MCP_WIRE,
  ...MESSAGERIE,
  ...MESSAGERIE_WEB,
  ...MESSAGERIE_WEB_INBOX,
  ...MESSAGERIE_WEB_PAGES,
  ...MESSAGERIE_WEB_PEOPLE,
  ...PACERELLE,
  ...PACERELLE_WEB,
  ...PACERELLE_WEB_PROOF,
  ...PACERELLE_WEB_APP,
];
