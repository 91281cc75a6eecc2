/** A real SMTP server on loopback that keeps what it takes, and refuses what it is told to. */
import type { Socket } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface Received {
  readonly raw: string;
  readonly mail: ParsedMail;
  readonly from: string;
  readonly to: readonly string[];
}

/** Refusals by step: an SMTP reply code, or null to go on. */
export interface Refusals {
  mailFrom?: number | null;
  rcptTo?: number | null;
  data?: number | null;
}

export interface SmtpStand extends AsyncDisposable {
  readonly port: number;
  readonly received: Received[];
  readonly refusals: Refusals;
  /** Called after the message was read and before it is accepted. */
  beforeAccept: () => Promise<void>;
}

function refusal(code: number): Error {
  return Object.assign(new Error("no"), { responseCode: code });
}

export async function startSmtp(options: SMTPServerOptions = {}): Promise<SmtpStand> {
  const received: Received[] = [];
  const refusals: Refusals = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (_, __, done) => done(refusals.mailFrom ? refusal(refusals.mailFrom) : null),
    onRcptTo: (_, __, done) => done(refusals.rcptTo ? refusal(refusals.rcptTo) : null),
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", async () => {
        if (refusals.data) return done(refusal(refusals.data));
        const raw = new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
        await stand.beforeAccept();
        received.push({
          raw,
          mail: await simpleParser(raw),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map(({ address }) => address),
        });
        done(null, "queued");
      });
    },
    ...options,
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const stand: SmtpStand = {
    port: (listening.address() as { port: number }).port,
    received,
    refusals,
    beforeAccept: () => Promise.resolve(),
    async [Symbol.asyncDispose]() {
      for (const socket of (server as unknown as { connections: Set<{ _socket: Socket }> }).connections) {
        socket._socket?.destroy();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return stand;
}
