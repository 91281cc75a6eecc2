/**
 * Which passwords people may choose.
 * @covers messagerie-web.accounts.passwords
 */
import { equal, throws } from "node:assert/strict";
import { checkPassword, isTrivial } from "../../../../service/messagerie/accounts/password_rules.ts";

const ABOUT = ["claire.dubois@exemple.fr", "Claire Dubois"];

Deno.test("isTrivial() finds what is guessed first", () => {
  for (
    const password of [
      "aaaaaaaaaaaaa",
      "abababababab",
      "123456789012",
      "012345678910",
      "azertyuiop12",
      "qwertyuiopas",
      "poiuytrewqlk",
      "1qaz2wsx3edc",
      "abcdefghijklm",
      "motdepasse123",
      "Mot de passe 2026!",
      "MOTDEPASSE!!",
      "P@ssw0rd2026",
      "passwordpassword",
      "azerty123456",
      "soleil123456",
      "messagerie2026",
      "Claire Dubois 1",
      "dubois.claire.1987",
      "administrateur1",
      "bonjourbonjour",
    ]
  ) equal(isTrivial(password, ABOUT), true, password);
});

Deno.test("isTrivial() leaves what people and programs make up", () => {
  for (
    const password of [
      "trois chevaux bleus",
      "un mot de passe é",
      "correct horse battery",
      "Zx8!kQ2#vL9p",
      "vélo, café, orage",
      "moncheminverslamer",
      "claire aime les orages",
      "日本語のながいことば",
      "f3a9c1d27e5b8840",
    ]
  ) equal(isTrivial(password, ABOUT), false, password);
});

Deno.test("checkPassword() counts characters, from 12 to 256, whatever they are", () => {
  const text = "orage vélo chat nuage ";
  throws(() => checkPassword("orage vélo ", []), /mal formée/);
  checkPassword("orage vélo é", []);
  checkPassword("🌩️🚲☕🐈🌧🎺🪁🧭🪵🧶🪆🪟", []);
  checkPassword(text.repeat(12).slice(0, 256), []);
  throws(() => checkPassword(text.repeat(12).slice(0, 257), []), /mal formée/);
});
