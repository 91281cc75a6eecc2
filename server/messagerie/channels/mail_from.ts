/**
 * Who e-mail comes from: the setting, taken apart. One rule for the check at start and for what is sent.
 * @module
 */

const ADDRESS = /^[^\s<>@,;:"]+@[^\s<>@,;:"]+$/;
const FROM = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\r\n]+)>|([^<>\r\n]+))\s*$/;

/** A sender. */
export interface MailFrom {
  readonly name: string;
  readonly address: string;
}

/** Whether a text may stand as an address in an envelope: nothing in it ends the address or begins another. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The name and address of `address` or `Name <address>`; null when it is neither. */
export function parseMailFrom(from: string): MailFrom | null {
  const [, name = "", bracketed, bare] = FROM.exec(from) ?? [];
  const address = (bracketed ?? bare ?? "").trim();
  return isMailAddress(address) ? { name, address } : null;
}
