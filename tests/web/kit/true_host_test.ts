/**
 * Where a link leads is said where its words do not say it.
 * @covers messagerie-web.inbox.page-hostile-text
 * @covers pacerelle-web.app.hostile-text
 */
import assert from "node:assert/strict";
import { trueHost } from "../../../web/kit/true_host.ts";

Deno.test("trueHost() is silent only where the words are the address", () => {
  const href = "https://exemple.fr/page";
  assert.equal(trueHost(href, href), undefined);
  assert.equal(trueHost(href, "ici"), "exemple.fr");
  assert.equal(trueHost(href, "exemple.fr"), "exemple.fr");
  assert.equal(trueHost(href, "https://autre.fr/page"), "exemple.fr");
  assert.equal(trueHost("https://xn--exmple-cva.fr/", "https://exémple.fr/"), "xn--exmple-cva.fr");
  assert.equal(trueHost(new URL("https://раураl.com/").href, "paypal"), "xn--l-7sba6dbr.com");
  assert.equal(trueHost("mailto:a@exemple.fr", "Écrivez-nous"), "a@exemple.fr");
  assert.equal(trueHost("mailto:a@exemple.fr", "a@exemple.fr"), undefined);
  assert.equal(
    trueHost("mailto:%C3%A9@exemple.fr", "é@exemple.fr"),
    undefined,
    "told in the letters it is read in",
  );
  assert.equal(trueHost("mailto:%FF@exemple.fr", "moi"), "%FF@exemple.fr");
});
