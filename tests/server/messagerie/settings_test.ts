/**
 * @covers messagerie.http.settings
 * @covers messagerie.outbound.secrets
 */
import { deepEqual, doesNotThrow, equal, ok, throws } from "node:assert/strict";
import {
  readSettings,
  type SettingFlag,
  SETTINGS,
  SettingsError,
} from "../../../server/messagerie/settings.ts";

type Values = Record<string, string>;

function read(environment: Values, flags: Partial<Record<SettingFlag, string>> = {}) {
  return readSettings({ environment: (variable) => environment[variable], flags });
}

function refusal(environment: Values, flags: Partial<Record<SettingFlag, string>> = {}): string {
  try {
    read(environment, flags);
  } catch (error) {
    ok(error instanceof SettingsError);
    return error.message;
  }
  return "accepted";
}

Deno.test("readSettings() has the contract's defaults", () => {
  deepEqual(read({}), {
    host: "127.0.0.1",
    port: 8810,
    publicUrl: null,
    database: { url: "file:./data/messagerie.db", authToken: undefined },
    secretKey: null,
    proxies: [],
    filesMaxBytes: 5_368_709_120,
    mail: null,
    mailInbox: null,
    sms: null,
    smsInbox: null,
    logLevel: "info",
  });
});

Deno.test("readSettings() reads the environment; a flag goes first; an empty variable counts as none", () => {
  const inbox = "018f0000-0000-7000-8000-000000000001";
  deepEqual(
    read({
      MESSAGERIE_HOST: "0.0.0.0",
      MESSAGERIE_PORT: "1",
      MESSAGERIE_PUBLIC_URL: "https://chat.exemple.fr/",
      MESSAGERIE_DATABASE_URL: "libsql://base.exemple.fr",
      MESSAGERIE_DATABASE_TOKEN: "t",
      MESSAGERIE_SECRET_KEY: "k".repeat(32),
      MESSAGERIE_PROXIES: "10.0.0.2, fd00::2",
      MESSAGERIE_FILES_MAX_BYTES: "0",
      MESSAGERIE_SMTP_URL: "smtps://moi:secret@mail.exemple.fr",
      MESSAGERIE_MAIL_FROM: "Support <support@exemple.fr>",
      MESSAGERIE_MAIL_INBOX: inbox,
      MESSAGERIE_TWILIO_ACCOUNT_SID: "AC1",
      MESSAGERIE_TWILIO_AUTH_TOKEN: "s",
      MESSAGERIE_TWILIO_FROM: "+33700000000",
      MESSAGERIE_TWILIO_URL: "",
      MESSAGERIE_SMS_INBOX: " ",
      MESSAGERIE_LOG: "debug",
    }, { port: "2", host: "::1" }),
    {
      host: "::1",
      port: 2,
      publicUrl: "https://chat.exemple.fr",
      database: { url: "libsql://base.exemple.fr", authToken: "t" },
      secretKey: "k".repeat(32),
      proxies: ["10.0.0.2", "fd00::2"],
      filesMaxBytes: 0,
      mail: { smtpUrl: "smtps://moi:secret@mail.exemple.fr", from: "Support <support@exemple.fr>" },
      mailInbox: inbox,
      sms: { accountSid: "AC1", authToken: "s", from: "+33700000000", url: null },
      smsInbox: null,
      logLevel: "debug",
    },
  );
});

Deno.test("readSettings() names the variable at fault, in one sentence that repeats no value", () => {
  const bad: Values = {
    MESSAGERIE_HOST: "a b",
    MESSAGERIE_PORT: "65536",
    MESSAGERIE_PUBLIC_URL: "ftp://s3cret",
    MESSAGERIE_DATABASE_URL: "s3cret",
    MESSAGERIE_DATABASE_TOKEN: "s3cret".repeat(400),
    MESSAGERIE_SMTP_URL: "s3cret@mail",
    MESSAGERIE_FILES_MAX_BYTES: "5 Go",
    MESSAGERIE_MAIL_FROM: "s3cret",
    MESSAGERIE_MAIL_INBOX: "s3cret",
    MESSAGERIE_TWILIO_ACCOUNT_SID: "s3cret!",
    MESSAGERIE_TWILIO_AUTH_TOKEN: "s3cret".repeat(400),
    MESSAGERIE_TWILIO_FROM: "s3cret!",
    MESSAGERIE_SMS_INBOX: "s3cret",
    MESSAGERIE_LOG: "s3cret",
  };
  for (const [variable, value] of Object.entries(bad)) {
    const said = refusal({ [variable]: value });
    ok(said.startsWith(`${variable} `) && said.endsWith(".") && !said.includes("\n"), said);
    ok(!said.includes("s3cret") && said.length < 200, said);
  }
  const twilio = { MESSAGERIE_TWILIO_ACCOUNT_SID: "A", MESSAGERIE_TWILIO_AUTH_TOKEN: "s" };
  ok(
    refusal({ ...twilio, MESSAGERIE_TWILIO_FROM: "1", MESSAGERIE_TWILIO_URL: "x" }).startsWith(
      "MESSAGERIE_TWILIO_URL ",
    ),
  );
  equal(refusal({}, { port: "x" }), "--port (MESSAGERIE_PORT) doit être un nombre de 0 à 65535.");
  equal(refusal({}, { port: "" }), "--port (MESSAGERIE_PORT) doit être un nombre de 0 à 65535.");
});

Deno.test("readSettings() refuses a sender that e-mail could not come from, before anything starts", () => {
  const mail = { MESSAGERIE_SMTP_URL: "smtp://mail" };
  for (const from of ["A <a@b.fr> <c@d.fr>", "a@b.fr, c@d.fr", "Nom <>", "a@b.fr>", "Nom a@b.fr"]) {
    const said = refusal({ ...mail, MESSAGERIE_MAIL_FROM: from });
    ok(said.startsWith("MESSAGERIE_MAIL_FROM doit être une adresse e-mail"), `${from}: ${said}`);
  }
  for (const from of ["a@b.fr", "Aide <a@b.fr>", '"Aide, ici" <a@b.fr>', "<a@b.fr>"]) {
    equal(refusal({ ...mail, MESSAGERIE_MAIL_FROM: from }), "accepted", from);
  }
});

Deno.test("readSettings() refuses half a channel", () => {
  equal(
    refusal({ MESSAGERIE_SMTP_URL: "smtp://mail" }),
    "MESSAGERIE_MAIL_FROM manque : MESSAGERIE_SMTP_URL ne suffit pas.",
  );
  ok(refusal({ MESSAGERIE_TWILIO_FROM: "+331" }).startsWith("MESSAGERIE_TWILIO_ACCOUNT_SID et "));
});

Deno.test("readSettings() refuses a database in memory: two connections would see two", () => {
  throws(() => read({ MESSAGERIE_DATABASE_URL: "file::memory:" }), SettingsError);
  doesNotThrow(() => read({ MESSAGERIE_DATABASE_URL: "file:/tmp/é à.db" }));
});

Deno.test("no secret comes in by an argument", () => {
  for (const [flag, variable] of Object.entries(SETTINGS)) {
    if (/token|secret|password/.test(flag)) ok(!("value" in variable), `${flag} has no flag`);
  }
  const said = refusal({}, { "smtp-url": "smtp://moi:s3cret@mail", "mail-from": "a@b.fr" });
  ok(said.includes("MESSAGERIE_SMTP_URL") && !said.includes("s3cret"), said);
  ok(refusal({}, { "database-url": "libsql://h/?authToken=s3cret" }).includes("MESSAGERIE_DATABASE_URL"));
  equal(refusal({}, { "smtp-url": "smtp://mail", "mail-from": "a@b.fr" }), "accepted");
});
