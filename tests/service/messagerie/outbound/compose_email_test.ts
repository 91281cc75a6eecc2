import assert from "node:assert/strict";
import { composeEmail } from "../../../../service/messagerie/outbound/compose_email.ts";

const ROW = {
  messageId: "m",
  recipient: "a@b.example",
  body: "Bonjour",
  authorName: "Robot",
  site: "Boutique",
};

Deno.test("names stay on one line, in headers and in the signature [@covers messagerie.outbound.email]", () => {
  const email = composeEmail({ ...ROW, authorName: " R\r\nBcc: x\u2028y\0 ", site: "B\n\tC" }, []);
  assert.equal(email.senderName, "R Bcc: x y — B C");
  assert.equal(email.subject, "Votre échange avec B C");
  assert.equal(email.text, "Bonjour\n\n-- \nR Bcc: x y\nB C\n");
});

Deno.test("a message that nobody signed is signed by the site alone [@covers messagerie.outbound.email]", () => {
  assert.equal(composeEmail({ ...ROW, authorName: null }, []).senderName, "Boutique");
});

Deno.test("an answer says so in its subject, and every attempt gives the same e-mail [@covers messagerie.outbound.email]", () => {
  const references = ["<1@b.example>"];
  assert.equal(composeEmail(ROW, references).subject, "Re: Votre échange avec Boutique");
  assert.deepEqual(composeEmail(ROW, references), composeEmail(ROW, references));
});
