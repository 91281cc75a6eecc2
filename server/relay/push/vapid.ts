/**
 * VAPID (RFC 8292): who sends a push, told to the push service by a token that the relay signs. An empty push needs no more:
 * one ES256 signature, which Web Crypto makes as JWS wants it.
 * @module
 */
import { type Bytes, concat, fromBase64url, toBase64url, utf8 } from "../../../wire/bytes.ts";

/** Half of what RFC 8292 allows. */
const LIFETIME_S = 12 * 3_600;

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

/** A new key pair, as the text of a JWK. */
export async function makeVapidJwk(): Promise<string> {
  const { privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  return JSON.stringify(await crypto.subtle.exportKey("jwk", privateKey));
}

/**
 * The JWK of a pair in the form that push tools print: the public key 65 bytes, the private one 32, base64url.
 * @throws {SyntaxError} when they have another form
 */
export function vapidJwk(publicKey: string, privateKey: string): string {
  const point = fromBase64url(publicKey);
  if (point.length !== 65 || point[0] !== 4 || fromBase64url(privateKey).length !== 32) {
    throw new SyntaxError("not a VAPID pair");
  }
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(toBase64url);
  return JSON.stringify({ kty: "EC", crv: "P-256", x, y, d: privateKey });
}

/** Signs for one relay. */
export class Vapid {
  /** What browsers take as `applicationServerKey`: 65 bytes, base64url. */
  readonly publicKey: string;
  readonly #key: CryptoKey;
  readonly #subject: string;

  private constructor(publicKey: string, key: CryptoKey, subject: string) {
    this.publicKey = publicKey;
    this.#key = key;
    this.#subject = subject;
  }

  /** `subject`: where the push service finds the operator, `mailto:` or `https:`. @throws for a JWK that is none */
  static async of(jwk: string, subject: string): Promise<Vapid> {
    const { kty, crv, x = "", y = "", d = "" }: JsonWebKey = JSON.parse(jwk);
    const key = await crypto.subtle.importKey(
      "jwk",
      { kty: kty ?? "", crv: crv ?? "", x, y, d },
      ALGORITHM,
      false,
      [
        "sign",
      ],
    );
    const publicKey = toBase64url(concat(Uint8Array.of(4), fromBase64url(x), fromBase64url(y)));
    return new Vapid(publicKey, key, subject);
  }

  /** The `authorization` of a push to `endpoint`; `now` in milliseconds. */
  async authorization(endpoint: string, now: number): Promise<string> {
    const part = (value: unknown) => toBase64url(utf8(JSON.stringify(value)));
    const claims = {
      aud: new URL(endpoint).origin,
      exp: Math.floor(now / 1_000) + LIFETIME_S,
      sub: this.#subject,
    };
    const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
    const signature: Bytes = new Uint8Array(
      await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, this.#key, utf8(signed)),
    );
    return `vapid t=${signed}.${toBase64url(signature)}, k=${this.publicKey}`;
  }
}
