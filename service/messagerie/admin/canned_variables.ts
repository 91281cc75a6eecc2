/**
 * The few names that a canned reply may hold between double braces, and how they are filled in. Runs in a browser too.
 * @module
 */

/** What may stand between the braces. */
export const CANNED_VARIABLES = ["contact.name", "contact.email", "agent.name", "site.name"] as const;
export type CannedVariable = typeof CANNED_VARIABLES[number];

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names in a text that are none of the known ones. */
export function unknownVariables(body: string): string[] {
  const known: readonly string[] = CANNED_VARIABLES;
  return [...body.matchAll(VARIABLE)].map(([, name = ""]) => name).filter((name) => !known.includes(name));
}

/** The text with its names replaced; one that has no value is left out, so that no brace reaches a visitor. */
export function fillCannedReply(
  body: string,
  values: Readonly<Partial<Record<CannedVariable, string | null>>>,
): string {
  return body.replace(VARIABLE, (_, name: string) => values[name as CannedVariable] ?? "");
}
