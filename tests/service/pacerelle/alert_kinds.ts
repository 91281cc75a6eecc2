/**
 * Every kind of alert, held to the type.
 * @module
 */
import type { AlertKind } from "../../../wire/endpoint/alerts.ts";

const KINDS: Readonly<Record<AlertKind, true>> = {
  "roster-forged": true,
  "roster-forked": true,
  "roster-rolled-back": true,
  "roster-hidden": true,
  "card-forged": true,
  "card-changed": true,
  "agent-renewed": true,
  "prekey-forged": true,
  "envelope-forged": true,
  "sender-unknown": true,
  "envelope-invalid": true,
  "held-back": true,
  "messages-lost": true,
  "restored": true,
  "queue-full": true,
  "files-full": true,
  "dropped": true,
  "flood": true,
  "clock-wrong": true,
};

export const ALERT_KINDS = Object.keys(KINDS) as readonly AlertKind[];
