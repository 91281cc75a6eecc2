/**
 * What the page can tell of a login or a new password before it is sent; the server has the last word.
 * @module
 */
import { MAX_PASSWORD, MIN_PASSWORD } from "../../../service/messagerie/limits.ts";
import { words } from "./words.ts";

/** What is wrong with a login. */
export function loginFault(login: string): string | undefined {
  return /^[^\s\p{C}]{1,100}$/u.test(login.trim()) ? undefined : words.value.badLogin;
}

/** What is wrong with a new password. */
export function passwordFault(password: string): string | undefined {
  const length = [...password].length;
  if (length < MIN_PASSWORD) return words.value.shortPassword(MIN_PASSWORD);
  return length > MAX_PASSWORD ? words.value.longPassword(MAX_PASSWORD) : undefined;
}
