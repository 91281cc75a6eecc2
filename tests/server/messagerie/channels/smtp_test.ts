import assert from "node:assert/strict";
import { parseMailFrom } from "../../../../server/messagerie/channels/mail_from.ts";
import { createSmtpProvider } from "../../../../server/messagerie/channels/smtp.ts";
import { composeEmail } from "../../../../service/messagerie/outbound/compose_email.ts";
import { type SmtpStand, startSmtp } from "./smtp_stand.ts";

const FROM = "Aide <aide@boutique.example>";
const never = new AbortController().signal;
const ROW = {
  messageId: "018f0000-0000-7000-8000-00000000000a",
  recipient: "lea@client.example",
  body: "Bonjour **Léa** 😀,\n\n- votre [colis](https://a.example/c?x=1&y=2)\n- <b>arrive</b>",
  authorName: "Robot",
  site: "Boutique",
};

/** `smtp:` to the stand; the secret must never be seen anywhere. */
function urlOf(stand: SmtpStand, query = ""): string {
  return `smtp://127.0.0.1:${stand.port}/${query}`;
}

Deno.test("an e-mail arrives whole: envelope, headers, both parts, UTF-8 [@covers messagerie.outbound.email]", async () => {
  await using stand = await startSmtp();
  const provider = createSmtpProvider({ url: urlOf(stand), from: FROM });
  const references = ["<1@boutique.example>", "<2@boutique.example>"];
  const outcome = await provider.send(composeEmail(ROW, references), never);
  assert.deepEqual(outcome, { kind: "accepted", providerId: `<${ROW.messageId}@boutique.example>` });
  const [received] = stand.received;
  assert.ok(received);
  assert.deepEqual([received.from, received.to], ["aide@boutique.example", ["lea@client.example"]]);
  const { mail } = received;
  assert.equal(mail.messageId, `<${ROW.messageId}@boutique.example>`);
  assert.equal(mail.subject, "Re: Votre échange avec Boutique");
  assert.equal(mail.from?.text, '"Aide" <aide@boutique.example>');
  assert.equal(mail.inReplyTo, "<2@boutique.example>");
  assert.deepEqual(mail.references, references);
  assert.equal(
    mail.text,
    "Bonjour Léa 😀,\n\n- votre colis (https://a.example/c?x=1&y=2)\n- <b>arrive</b>\n\n-- \nRobot\nBoutique\n",
  );
  const html = String(mail.html);
  assert.match(html, /<p>Bonjour <strong>Léa<\/strong> 😀,<\/p>/);
  assert.match(html, /<li>votre <a href="https:\/\/a.example\/c\?x=1&amp;y=2"[^>]*>colis<\/a><\/li>/);
  assert.match(html, /<li>&lt;b&gt;arrive&lt;\/b&gt;<\/li>/);
});

Deno.test("the first e-mail of a conversation follows nothing; without a name of its own the address shows who writes [@covers messagerie.outbound.email]", async () => {
  await using stand = await startSmtp();
  const provider = createSmtpProvider({ url: urlOf(stand), from: "aide@boutique.example" });
  await provider.send(composeEmail(ROW, []), never);
  const mail = stand.received[0]?.mail;
  assert.equal(mail?.subject, "Votre échange avec Boutique");
  assert.equal(mail?.inReplyTo, undefined);
  assert.equal(mail?.from?.value[0]?.name, "Robot — Boutique");
});

Deno.test("hostile names and texts add no header, no recipient, no line and no tag [@covers messagerie.outbound.email]", async () => {
  await using stand = await startSmtp();
  const provider = createSmtpProvider({ url: urlOf(stand), from: "aide@boutique.example" });
  const evil = "x\r\nBcc: evil@evil.example\r\n\r\n<script>alert(1)</script>";
  const outcome = await provider.send(
    composeEmail({
      ...ROW,
      authorName: evil,
      site: `${evil}\u2028"<evil@evil.example>`,
      body: `${evil}\r\n.\r\nMAIL FROM:<>\n`,
    }, []),
    never,
  );
  assert.equal(outcome.kind, "accepted");
  const [received] = stand.received;
  assert.ok(received);
  assert.equal(stand.received.length, 1);
  assert.deepEqual(received.to, ["lea@client.example"]);
  assert.equal(received.mail.bcc, undefined);
  assert.equal(received.mail.headers.has("bcc"), false);
  assert.equal(received.mail.from?.value.length, 1);
  assert.equal(received.mail.from?.value[0]?.address, "aide@boutique.example");
  assert.doesNotMatch(String(received.mail.html), /<script|<evil/);
  assert.match(received.mail.text ?? "", /<script>alert\(1\)<\/script>\n\.\nMAIL FROM:<>/);
});

for (
  const recipient of [
    "",
    "sans-arobase",
    "a@b.example, evil@evil.example",
    "a@b.example\r\nBcc: evil@evil.example",
    "<a@b>",
  ]
) {
  Deno.test(`an address like ${JSON.stringify(recipient)} is refused before anything is said [@covers messagerie.outbound.email]`, async () => {
    await using stand = await startSmtp();
    const provider = createSmtpProvider({ url: urlOf(stand), from: FROM });
    assert.deepEqual(await provider.send(composeEmail({ ...ROW, recipient }, []), never), {
      kind: "refused",
      code: "RECIPIENT_INVALID",
    });
    assert.equal(stand.received.length, 0);
  });
}

const ANSWERS = [
  ["rcptTo", 550, { kind: "refused", code: "RECIPIENT_REFUSED" }],
  ["rcptTo", 451, { kind: "later", code: "PROVIDER_BUSY" }],
  ["data", 554, { kind: "refused", code: "MESSAGE_REFUSED" }],
  ["data", 452, { kind: "later", code: "PROVIDER_BUSY" }],
  ["mailFrom", 550, { kind: "later", code: "SENDER_REFUSED" }],
  ["mailFrom", 421, { kind: "later", code: "PROVIDER_BUSY" }],
] as const;

for (const [step, code, expected] of ANSWERS) {
  Deno.test(`a server that answers ${code} to ${step}: ${expected.kind} ${expected.code} [@covers messagerie.outbound.retries, messagerie.outbound.email]`, async () => {
    await using stand = await startSmtp();
    stand.refusals[step] = code;
    const provider = createSmtpProvider({ url: urlOf(stand), from: FROM });
    assert.deepEqual(await provider.send(composeEmail(ROW, []), never), expected);
  });
}

Deno.test("wrong credentials may be mended: later; the password is told to the server alone [@covers messagerie.outbound.secrets]", async () => {
  let given: string | null | undefined;
  await using stand = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(auth, _, done) {
      given = auth.password;
      done(null, auth.password === "bon" ? { user: 1 } : {});
    },
  });
  const send = (password: string) =>
    createSmtpProvider({ url: `smtp://lea:${password}@127.0.0.1:${stand.port}`, from: FROM })
      .send(composeEmail(ROW, []), never);
  const refused = await send("faux-secret");
  assert.deepEqual(refused, { kind: "later", code: "PROVIDER_AUTH" });
  assert.equal(given, "faux-secret");
  assert.equal((await send("bon")).kind, "accepted");
});

Deno.test("a password never goes out in clear, unless the URL says that it may [@covers messagerie.outbound.secrets]", async () => {
  const given: string[] = [];
  await using stand = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(auth, _, done) {
      given.push(auth.password ?? "");
      done(null, { user: 1 });
    },
  });
  // Not one of the names of this machine, though it leads to it.
  const send = (query: string) =>
    createSmtpProvider({ url: `smtp://lea:secret@127.1:${stand.port}/${query}`, from: FROM })
      .send(composeEmail(ROW, []), never);
  const refused = await send("");
  assert.ok(refused.kind === "later" || refused.kind === "unknown", refused.kind);
  assert.deepEqual(given, []);
  assert.equal((await send("?requireTLS=false")).kind, "accepted");
  assert.deepEqual(given, ["secret"]);
});

Deno.test("nobody listens: later [@covers messagerie.outbound.email]", async () => {
  const listener = Deno.listen({ port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const provider = createSmtpProvider({ url: `smtp://127.0.0.1:${port}`, from: FROM });
  assert.deepEqual(await provider.send(composeEmail(ROW, []), never), {
    kind: "later",
    code: "PROVIDER_UNREACHABLE",
  });
});

Deno.test("a server that falls silent after the message: unknown as soon as the attempt is cut [@covers messagerie.outbound.crash]", async () => {
  await using stand = await startSmtp();
  const cut = new AbortController();
  stand.beforeAccept = () => {
    cut.abort();
    return new Promise(() => {});
  };
  const provider = createSmtpProvider({ url: urlOf(stand), from: FROM });
  assert.deepEqual(await provider.send(composeEmail(ROW, []), cut.signal), {
    kind: "unknown",
    code: "PROVIDER_UNREACHABLE",
  });
});

Deno.test("a server that greets and hangs up: nothing is lost, nothing hangs [@covers messagerie.outbound.email]", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.write(new TextEncoder().encode("220 bonjour\r\n"));
      connection.close();
    }
  })();
  const { port } = listener.addr as Deno.NetAddr;
  const outcome = await createSmtpProvider({ url: `smtp://127.0.0.1:${port}`, from: FROM })
    .send(composeEmail(ROW, []), never);
  assert.ok(outcome.kind === "later" || outcome.kind === "unknown", outcome.kind);
  listener.close();
  await serving;
});

Deno.test("TLS as the URL says: a certificate that nobody vouches for is refused unless the URL allows it [@covers messagerie.outbound.email]", async () => {
  await using stand = await startSmtp({ secure: true, disabledCommands: [] });
  const send = (query: string) =>
    createSmtpProvider({ url: `smtps://127.0.0.1:${stand.port}/${query}`, from: FROM }).send(
      composeEmail(ROW, []),
      never,
    );
  const refused = await send("");
  assert.ok(refused.kind === "later" || refused.kind === "unknown", refused.kind);
  assert.equal(stand.received.length, 0);
  assert.equal((await send("?tls.rejectUnauthorized=false")).kind, "accepted");
});

Deno.test("a malformed setting is refused without repeating it [@covers messagerie.outbound.secrets]", () => {
  for (const url of ["http://user:secret@h", "secret", "smtp:", ""]) {
    assert.throws(
      () => createSmtpProvider({ url, from: FROM }),
      (error: Error) => error instanceof TypeError && !error.message.includes("secret"),
    );
  }
  for (const from of ["", "secret", "Nom <secret>", "a@b\r\nBcc: c@d", "A <a@b.example> <c@d.example>"]) {
    assert.throws(() => createSmtpProvider({ url: "smtp://h", from }), TypeError, from);
  }
  assert.deepEqual(parseMailFrom('"Aide, ici" <a@b.example>'), { name: "Aide, ici", address: "a@b.example" });
});
