/**
 * The signature of Twilio's calls: HMAC-SHA1, under the account's token, of the URL that was called followed by every
 * parameter's name and value, sorted by name (Twilio, "Webhooks security").
 * @module
 */
import { createHash, createHmac } from "node:crypto";
import { timingSafeEqual } from "@std/crypto/timing-safe-equal";

/** The signature, in base64. A name that comes twice counts once per distinct value, values sorted. */
export function signTwilio(authToken: string, url: string, parameters: URLSearchParams): string {
  const names = [...new Set(parameters.keys())].sort();
  const text = names.map((name) =>
    [...new Set(parameters.getAll(name))].sort().map((value) => name + value).join("")
  );
  return createHmac("sha1", authToken).update(url + text.join("")).digest("base64");
}

/**
 * Whether `signature` is that of a call to `url`. Twilio signs the URL with or without its default port, depending on the
 * product, so both are tried. Takes the same time whatever is wrong.
 */
export function isTwilioSignature(
  signature: string,
  authToken: string,
  url: string,
  parameters: URLSearchParams,
): boolean {
  const given = createHash("sha256").update(signature).digest();
  return [url, withDefaultPort(url)].map((candidate) => {
    const expected = signTwilio(authToken, candidate, parameters);
    return timingSafeEqual(given, createHash("sha256").update(expected).digest());
  }).includes(true);
}

function withDefaultPort(url: string): string {
  const { port, protocol, host } = new URL(url);
  return port === "" ? url.replace(`//${host}`, `//${host}:${protocol === "https:" ? 443 : 80}`) : url;
}
