/**
 * What the visitors' side stands on.
 * @module
 */
import type { Desk } from "../../../service/messagerie/desk.ts";
import type { SecretKey } from "../../../service/messagerie/sites/secret_key.ts";

/** The desk, with the key that identity secrets are sealed under. */
export interface WidgetDesk extends Desk {
  readonly secretKey: SecretKey | null;
}
