/**
 * What is pasted into hosts, told in a terminal: a heading for each host, its text under it.
 * @module
 */
import type { HostText } from "../../base/host_text.ts";

/** Where a text goes. */
function place({ host, file, format }: HostText): string {
  if (file !== null) return file === host ? host : `${host}, dans ${file}`;
  return format === "sh"
    ? `${host}, dans un terminal`
    : `${host}, dans la configuration de tout autre client`;
}

/** How the host comes by the token, where the text does not hold it. */
function secretFrom({ secret }: HostText, variable: string): string {
  if (secret === "text") return "";
  return secret === "asked" ? " (le jeton sera demandé)" : ` (le jeton vient de la variable ${variable})`;
}

/** Every text under its heading; `variable` is the one that some hosts read the token from. */
export function describeHosts(texts: readonly HostText[], variable: string): string {
  return texts.map((text) => `── ${place(text)}${secretFrom(text, variable)}\n\n${text.text}`).join("\n");
}
