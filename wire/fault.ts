/**
 * What can be wrong with something that came over the channel: one error type with a code, so that an endpoint can tell
 * an attack from a gap. Nothing secret and nothing received is in it.
 * @module
 */

/**
 * - `TOKEN_MALFORMED`: not a token, or a mistyped one
 * - `ROSTER_FORGED`: a MAC or signature does not fit, or its signer was not in the roster before
 * - `ROSTER_FORKED`: another roster of a version that is already known
 * - `ROSTER_ROLLED_BACK`: older than the pinned one
 * - `ROSTER_GAP`: versions are missing in between
 * - `ROSTER_INVALID`: a rule of rosters is broken
 * - `CARD_FORGED`, `CARD_CHANGED`: the MAC does not fit; an agent pinned under one key shows another
 * - `PREKEY_FORGED`, `PREKEY_EXPIRED`, `PREKEY_UNSUPPORTED`
 * - `SENDER_UNKNOWN`, `SIGNATURE_INVALID`, `NO_KEY`, `NOT_OPENED`, `PAYLOAD_INVALID`, `ID_MISMATCH`: in the order in which a
 *   receiver checks an envelope; `UNSUPPORTED` stands for a version or suite of the future
 * - `PAIRING_REFUSED`: a mistyped or foreign pairing code, or a reveal that was not committed to
 * - `TOO_LARGE`: a payload above the largest padded size
 * - `FILE_ALTERED`: a chunk of a file does not open, or the file is not the one that its message tells of
 */
export type ChannelFaultCode =
  | "TOKEN_MALFORMED"
  | "ROSTER_FORGED"
  | "ROSTER_FORKED"
  | "ROSTER_ROLLED_BACK"
  | "ROSTER_GAP"
  | "ROSTER_INVALID"
  | "CARD_FORGED"
  | "CARD_CHANGED"
  | "PREKEY_FORGED"
  | "PREKEY_EXPIRED"
  | "PREKEY_UNSUPPORTED"
  | "SENDER_UNKNOWN"
  | "SIGNATURE_INVALID"
  | "NO_KEY"
  | "NOT_OPENED"
  | "PAYLOAD_INVALID"
  | "ID_MISMATCH"
  | "UNSUPPORTED"
  | "PAIRING_REFUSED"
  | "TOO_LARGE"
  | "FILE_ALTERED";

/** A refused token, roster, card, prekey or envelope. */
export class ChannelFault extends Error {
  override readonly name = "ChannelFault";
  readonly code: ChannelFaultCode;

  constructor(code: ChannelFaultCode, options?: ErrorOptions) {
    super(`channel: ${code}`, options);
    this.code = code;
  }
}
