/**
 * What a program writes reaches the customer: from `send_reply` over MCP, through the queue, into a mailbox.
 * @covers messagerie.send_reply.markdown
 * @covers messagerie.outbound.email
 */
import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { startSmtp } from "../server/messagerie/channels/smtp_stand.ts";
import { testFolder } from "../server/messagerie/cli/run_cli.ts";
import { furnish } from "../server/messagerie/furnished.ts";
import { callOk, serve } from "../server/messagerie/served.ts";
import { until } from "../until.ts";

Deno.test("light Markdown reaches the customer rendered, the rest as plain text, in the order written", async () => {
  await using folder = await testFolder();
  await using mailbox = await startSmtp();
  const { create } = await furnish(folder.url);
  const { token } = await create({ label: "Robot du service" });
  await using server = await serve(folder.url, {
    MESSAGERIE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MESSAGERIE_MAIL_FROM: "aide@boutique.example",
  });
  const started = await callOk(server.url, token, "start_conversation", {
    channel: "email",
    email: "ana@client.example",
    name: "Ana",
    text: "Bonjour Ana",
  });
  equal(started.contact.name, "Ana");
  const text =
    "Votre dossier est **complet**, *enfin* :\n\n- le [suivi](https://a.example/s)\n- <b>jamais</b> de HTML";
  const replied = await callOk(server.url, token, "send_reply", { conversation_id: started.id, text });
  equal(replied.messages.at(-1).text, text, "the thread keeps what was written");

  await until(() => mailbox.received.length >= 2, "both e-mails");
  const [first, second] = mailbox.received;
  deepEqual([first?.to, second?.to], [["ana@client.example"], ["ana@client.example"]]);
  match(first?.mail.text ?? "", /^Bonjour Ana\n/);
  const html = String(second?.mail.html);
  match(html, /<p>Votre dossier est <strong>complet<\/strong>, <em>enfin<\/em> :<\/p>/);
  match(html, /<li>le <a href="https:\/\/a\.example\/s"[^>]*>suivi<\/a><\/li>/);
  match(html, /&lt;b&gt;jamais&lt;\/b&gt; de HTML/);
  doesNotMatch(html, /\*\*|<b>/);
  match(
    second?.mail.text ?? "",
    /^Votre dossier est complet, enfin :\n\n- le suivi \(https:\/\/a\.example\/s\)\n- <b>jamais<\/b> de HTML\n/,
  );
  match(second?.mail.text ?? "", /\n-- \nRobot du service\n/, "signed with the token's label");
});
