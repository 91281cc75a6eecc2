/**
 * An envelope: one payload sealed to one prekey of one endpoint, signed by its sender (contract: channel, An envelope).
 * The header is authenticated twice, by the seal and by the signature.
 * @module
 */
import * as z from "zod/mini";
import { type Bytes, concat, fromBase64url, fromHex, toBase64url, utf8 } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { ChannelFault } from "./fault.ts";
import { sha256 } from "./hash.ts";
import { hpkeOpen, hpkeSeal, SUITE, TAG_BYTES } from "./hpke.ts";
import { base64urlOf, type Identity, Signature, verifySignature } from "./identity.ts";
import { ConversationId, EndpointId, ShortId } from "./ids.ts";
import { MAX_PADDED_BYTES, MIN_PADDED_BYTES } from "./limits.ts";
import { decodePayload, encodePayload, type Payload } from "./payload.ts";
import type { SignedPrekey } from "./prekey.ts";

/** Version of envelopes. */
const ENVELOPE_VERSION = 1;

const base64urlLength = (bytes: number) => Math.ceil(bytes * 4 / 3);

/** All that a relay can read. */
export const EnvelopeHeader = z.object({
  v: z.int().check(z.gte(1), z.lte(255)),
  suite: z.int().check(z.gte(1), z.lte(255)),
  from: EndpointId,
  to: EndpointId,
  conversation: ConversationId,
  /** Message id, the same for every recipient of one message. */
  id: ShortId,
  prekey: ShortId,
  /** Counts the messages from `from` to `to`, from 1. */
  n: z.int().check(z.gte(1)),
});
export type EnvelopeHeader = z.output<typeof EnvelopeHeader>;

/** Header, HPKE's encapsulated key and ciphertext, signature. */
export const Envelope = z.extend(EnvelopeHeader, {
  enc: base64urlOf(32),
  ciphertext: z.string().check(
    z.minLength(base64urlLength(MIN_PADDED_BYTES + TAG_BYTES)),
    z.maxLength(base64urlLength(MAX_PADDED_BYTES + TAG_BYTES)),
    z.regex(/^[A-Za-z0-9_-]*$/, "not base64url"),
  ),
  signature: Signature,
});
export type Envelope = z.output<typeof Envelope>;

function headerBytes(header: EnvelopeHeader): Bytes {
  return canonical(
    "pacerelle/envelope/1",
    header.v,
    header.suite,
    header.from,
    header.to,
    header.conversation,
    fromHex(header.id),
    fromHex(header.prekey),
    header.n,
  );
}

/** Ids have one length for each kind and begin with it, so that the parts cannot run into each other. */
const infoBytes = (header: EnvelopeHeader) => utf8(`pacerelle/1${header.from}${header.to}`);

const signedBytes = async (header: Bytes, enc: Bytes, ciphertext: Bytes) =>
  concat(header, enc, await sha256(ciphertext));

/** What a sender decides about an envelope; the rest follows from the payload and the prekey. */
export interface Addressing {
  readonly from: string;
  readonly to: string;
  readonly conversation: string;
}

/**
 * Seals `payload` to `prekey`, which the caller has verified, and signs as `from`. Keep the result durably before it
 * leaves: a resubmission sends the same bytes.
 * @throws {ChannelFault} PAYLOAD_INVALID, TOO_LARGE, PREKEY_UNSUPPORTED; PREKEY_FORGED for a key that is none
 */
export async function sealEnvelope(
  addressing: Addressing,
  payload: Payload,
  prekey: SignedPrekey,
  identity: Identity,
): Promise<Envelope> {
  if (prekey.suite !== SUITE) throw new ChannelFault("PREKEY_UNSUPPORTED");
  const header: EnvelopeHeader = {
    v: ENVELOPE_VERSION,
    suite: SUITE,
    from: addressing.from,
    to: addressing.to,
    conversation: addressing.conversation,
    id: payload.id,
    prekey: prekey.id,
    n: payload.n,
  };
  const aad = headerBytes(header);
  const plaintext = encodePayload(payload);
  const sealed = await hpkeSeal({
    publicKey: fromBase64url(prekey.public),
    info: infoBytes(header),
    aad,
    plaintext,
  }).catch((cause) => {
    throw new ChannelFault("PREKEY_FORGED", { cause });
  });
  return {
    ...header,
    enc: toBase64url(sealed.enc),
    ciphertext: toBase64url(sealed.ciphertext),
    signature: await identity.sign(await signedBytes(aad, sealed.enc, sealed.ciphertext)),
  };
}

/** What a receiver knows. Both answer undefined for what is unknown, destroyed or no longer trusted. */
export interface Receiver {
  readonly self: string;
  /** The pinned identity key of a sender, base64url. */
  senderKey(endpoint: string): string | undefined;
  /** The private half of one of its own prekeys, base64url. */
  prekeyPrivate(id: string): string | undefined;
}

/**
 * Checks and opens an envelope, in the contract's order. What was seen already, and the durable write before anything is
 * acknowledged, are the caller's.
 * @throws {ChannelFault} UNSUPPORTED, SENDER_UNKNOWN, SIGNATURE_INVALID, NO_KEY, NOT_OPENED, PAYLOAD_INVALID, ID_MISMATCH.
 * Only NO_KEY, of an authentic envelope, is answered with a nack.
 */
export async function openEnvelope(envelope: Envelope, receiver: Receiver): Promise<Payload> {
  if (envelope.v !== ENVELOPE_VERSION || envelope.suite !== SUITE) throw new ChannelFault("UNSUPPORTED");
  const key = envelope.to === receiver.self ? receiver.senderKey(envelope.from) : undefined;
  if (key === undefined) throw new ChannelFault("SENDER_UNKNOWN");
  let parts: { readonly aad: Bytes; readonly enc: Bytes; readonly ciphertext: Bytes };
  try {
    parts = {
      aad: headerBytes(envelope),
      enc: fromBase64url(envelope.enc),
      ciphertext: fromBase64url(envelope.ciphertext),
    };
  } catch {
    throw new ChannelFault("SIGNATURE_INVALID");
  }
  const signed = await signedBytes(parts.aad, parts.enc, parts.ciphertext);
  if (!(await verifySignature(key, envelope.signature, signed))) throw new ChannelFault("SIGNATURE_INVALID");
  const privateKey = receiver.prekeyPrivate(envelope.prekey);
  if (privateKey === undefined) throw new ChannelFault("NO_KEY");
  let padded: Bytes;
  try {
    padded = await hpkeOpen({ ...parts, privateKey: fromBase64url(privateKey), info: infoBytes(envelope) });
  } catch (cause) {
    throw new ChannelFault("NOT_OPENED", { cause });
  }
  const payload = decodePayload(padded);
  if (payload.id !== envelope.id || payload.n !== envelope.n) throw new ChannelFault("ID_MISMATCH");
  return payload;
}
