/**
 * A first call of the REST API, to paste into a terminal. Runs in a browser too.
 * @module
 */
import { shellQuoted, shellWord } from "../../../base/host_text.ts";
import { type MessagerieConnection, TOKEN_VARIABLE } from "./host_texts.ts";

/** Sets the variable that texts without the token read. */
export function variableText({ token }: Pick<MessagerieConnection, "token">): string {
  return `export ${TOKEN_VARIABLE}=${shellQuoted(token)}\n`;
}

/** Asks who the token is. */
export function restText(given: MessagerieConnection): string {
  return `${variableText(given)}curl ${shellWord(`${given.publicUrl}/api/v1/me`)} \\
  --header "Authorization: Bearer $${TOKEN_VARIABLE}"
`;
}
