/**
 * What to paste to connect a program, told in a terminal, with a token that was just made (the source document, "Un jeton",
 * "Brancher un agent").
 * @module
 */
import {
  hostTexts,
  type MessagerieConnection,
  TOKEN_VARIABLE,
} from "../../service/messagerie/connect/host_texts.ts";
import { describeHosts } from "../cli/describe_hosts.ts";

/** The text for every host. Holds the token: show it once. */
export function connectionHelp(connection: MessagerieConnection): string {
  return `${describeHosts(hostTexts(connection), TOKEN_VARIABLE)}\nCe jeton n’est montré que cette fois.\n`;
}
