/**
 * Files both ways through the real stdio server and a real relay, on Deno and on Node 20.
 * @covers pacerelle-web.files.both-ways
 * @covers pacerelle-web.files.outbound-bounds
 * @covers pacerelle-web.files.saved-when-asked
 * @covers pacerelle-web.files.saved-names
 * @covers pacerelle-web.files.off
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { MAX_FILE_BYTES } from "../../../wire/limits.ts";
import { TestRelay } from "../relay/harness.ts";
import { type OwnedAgent, Person } from "./person.ts";
import { type Runtime, StdioProcess, variablesOf } from "./stdio_process.ts";

const RUNTIMES: readonly Runtime[] = ["deno", "node"];
const temporary = () => Deno.makeTempDir({ prefix: "pacerelle-files-" });
const bytes = (size: number, seed = 1) =>
  Uint8Array.from({ length: size }, (_, i) => (i * 31 + seed * 7) % 251);
const PDF = new TextEncoder().encode("%PDF-1.7\n%contenu secret hippopotame\n");

/** A relay, a person with a request that waits, and the server with a folder for files. */
class Scene implements AsyncDisposable {
  readonly folder: string;
  readonly root: string;
  readonly relay: TestRelay;
  readonly person: Person;
  readonly agent: OwnedAgent;
  readonly server: StdioProcess;

  private constructor(parts: Omit<Scene, typeof Symbol.asyncDispose | "names">) {
    this.folder = parts.folder;
    this.root = parts.root;
    this.relay = parts.relay;
    this.person = parts.person;
    this.agent = parts.agent;
    this.server = parts.server;
  }

  static async open(runtime: Runtime, filesDir: boolean | "flag" = true): Promise<Scene> {
    const relay = await TestRelay.start();
    const person = await Person.signUp(relay);
    const agent = await person.createAgent();
    const [root, parent] = [await temporary(), await temporary()];
    const folder = join(parent, "permis");
    await Deno.mkdir(folder);
    const variables = {
      ...variablesOf(agent, root, relay.url),
      ...(filesDir === true ? { PACERELLE_FILES_DIR: folder } : {}),
    };
    const args = filesDir === "flag" ? ["--files-dir", folder] : [];
    const server = new StdioProcess(variables, { runtime, args });
    await server.initialize();
    return new Scene({ folder, root, relay, person, agent, server });
  }

  names(): string[] {
    return [...Deno.readDirSync(this.folder)].map(({ name }) => name).toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    await this.person[Symbol.asyncDispose]();
    await this.relay[Symbol.asyncDispose]();
  }
}

for (const runtime of RUNTIMES) {
  Deno.test(`${runtime}: files come in, are saved when asked, and go out`, async () => {
    await using scene = await Scene.open(runtime);
    const { server, person, agent, folder, root } = scene;
    const large = bytes(300_000);
    const files = [
      await person.attach("rapport.pdf", "application/pdf", PDF),
      await person.attach("../../vidéo\u202Egpj.bin", "application/octet-stream", large),
    ];
    await person.send(agent, "Voici", files);
    const [message] = await server.requests();
    assert.deepEqual(
      message.attachments,
      files.map(({ id, name, mimeType, size }) => ({ id, name, mimeType, size })),
    );
    assert.ok(!JSON.stringify(message).includes(files[0]!.key), "a key is not shown");
    assert.deepEqual(scene.names(), [], "nothing is saved by itself");

    const ids = files.map(({ id }) => id);
    const asked = await server.tool("get_history", { limit: 1, saveAttachments: [...ids, "f".repeat(32)] });
    const [pdf, other, unknown] = asked.value.saved;
    assert.equal(pdf.path, join(await Deno.realPath(folder), "rapport.pdf"));
    assert.equal(other.path, join(await Deno.realPath(folder), "_.._vidéogpj.bin"));
    assert.equal(unknown.refused.code, "FILE_REFUSED");
    assert.equal(unknown.refused.details.reason, "unknown");
    assert.deepEqual(await Deno.readFile(pdf.path), PDF);
    assert.deepEqual(await Deno.readFile(other.path), large);
    assert.equal((await Deno.stat(pdf.path)).mode! & 0o777, 0o600);
    assert.equal(asked.value.entries.length, 1);
    // Of the whole state, the file's content is nowhere, nor is it at the relay.
    for (const place of [join(root, agent.id), scene.relay.folder]) {
      for (const { name, isFile } of Deno.readDirSync(place)) {
        if (!isFile) continue;
        const text = new TextDecoder("latin1").decode(Deno.readFileSync(join(place, name)));
        assert.ok(!text.includes("hippopotame"), name);
      }
    }

    await Deno.writeFile(
      join(folder, "réponse.png"),
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2]),
    );
    await Deno.mkdir(join(folder, "sous"));
    await Deno.writeFile(join(folder, "sous", "grand.bin"), large);
    const sent = await server.tool("send_message", {
      sourceMessageId: message.id,
      text: "",
      attachments: ["réponse.png", join(folder, "sous", "grand.bin")],
    });
    assert.ok(!sent.isError, JSON.stringify(sent.value));
    await person.until(() => person.files.length === 2);
    const [picture, blob] = person.files;
    assert.deepEqual([picture!.name, picture!.mimeType, picture!.size], ["réponse.png", "image/png", 10]);
    assert.deepEqual([blob!.name, blob!.mimeType], ["grand.bin", "application/octet-stream"]);
    assert.deepEqual(await person.fetch(blob!), large);
    // The same again is the same message; with another content it is another one.
    const again = { sourceMessageId: message.id, text: "", attachments: ["réponse.png", "sous/grand.bin"] };
    assert.equal((await server.tool("send_message", again)).value.messageId, sent.value.messageId);
    large[5] = 255;
    await Deno.writeFile(join(folder, "sous", "grand.bin"), large);
    assert.notEqual((await server.tool("send_message", again)).value.messageId, sent.value.messageId);
    const history = (await server.tool("get_history")).value.entries;
    assert.equal(history[1].attachments[1].name, "grand.bin");
    assert.ok(!("key" in history[1].attachments[1]));
  });

  Deno.test(`${runtime}: a name that is taken stays what it is, and the same file is not saved twice`, async () => {
    await using scene = await Scene.open(runtime, "flag");
    const { server, person, agent, folder } = scene;
    await Deno.writeTextFile(join(folder, "note.txt"), "à moi");
    await Deno.symlink("/nulle/part", join(folder, "note (2).txt"));
    const file = await person.attach("note.txt", "text/plain", new TextEncoder().encode("de Claire"));
    await person.send(agent, "", [file]);
    assert.equal((await server.requests())[0].text, "");
    const save = async () =>
      (await server.tool("get_history", { saveAttachments: [file.id] })).value.saved[0];
    const { path } = await save();
    assert.ok(path.endsWith("note (3).txt"));
    assert.equal(await Deno.readTextFile(path), "de Claire");
    assert.equal(await Deno.readTextFile(join(folder, "note.txt")), "à moi");
    assert.equal((await save()).path, path);
    // The relay has forgotten it: once it is removed here it is gone.
    await Deno.remove(path);
    assert.equal((await save()).refused.details.reason, "gone");
    assert.deepEqual(scene.names(), ["note (2).txt", "note.txt"]);
  });

  Deno.test(`${runtime}: a file of the very same content is not saved beside it`, async () => {
    await using scene = await Scene.open(runtime);
    const { server, person, agent, folder } = scene;
    await Deno.writeFile(join(folder, "a.pdf"), PDF);
    const files = [await person.attach("a.pdf", "application/pdf", PDF)];
    await person.send(agent, "", files);
    await server.requests();
    const { value } = await server.tool("get_history", { saveAttachments: [files[0]!.id] });
    assert.equal(value.saved[0].path, join(await Deno.realPath(folder), "a.pdf"));
    assert.deepEqual(scene.names(), ["a.pdf"]);
  });

  Deno.test(`${runtime}: what was saved before a restart is not asked for again`, async () => {
    await using scene = await Scene.open(runtime);
    const { server, person, agent, root, relay, folder } = scene;
    const file = await person.attach("a.pdf", "application/pdf", PDF);
    await person.send(agent, "", [file]);
    await server.requests();
    const saveAttachments = [file.id];
    const [{ path }] = (await server.tool("get_history", { saveAttachments })).value.saved;
    await server.kill();
    const variables = { ...variablesOf(agent, root, relay.url), PACERELLE_FILES_DIR: folder };
    await using next = new StdioProcess(variables, { runtime });
    await next.initialize();
    assert.equal((await next.tool("get_history", { saveAttachments })).value.saved[0].path, path);
    assert.deepEqual(scene.names(), ["a.pdf"]);
  });

  Deno.test(`${runtime}: only regular files of the allowed folder leave, and no programs`, async () => {
    await using scene = await Scene.open(runtime);
    const { server, person, agent, folder } = scene;
    await person.say(agent, "Envoie");
    const [{ id: sourceMessageId }] = await server.requests();
    const outside = join(folder, "..", "secret.txt");
    await Deno.writeTextFile(outside, "secret");
    await Deno.symlink(outside, join(folder, "lien.txt"));
    await Deno.symlink(join(folder, ".."), join(folder, "dossier"));
    await Deno.mkdir(join(folder, "sous"));
    await Deno.writeTextFile(join(folder, "script.sh.bat"), "del");
    await Deno.writeFile(join(folder, "photo.png"), Uint8Array.from([0x4d, 0x5a, 0x90, 0]));
    await Deno.writeFile(join(folder, "trop.bin"), new Uint8Array());
    await Deno.truncate(join(folder, "trop.bin"), MAX_FILE_BYTES + 1);
    new Deno.Command("mkfifo", { args: [join(folder, "tube")] }).outputSync();
    for (
      const [path, reason] of [
        ["../secret.txt", "outside"],
        [outside, "outside"],
        ["/etc/passwd", "outside"],
        ["lien.txt", "outside"],
        ["dossier/secret.txt", "outside"],
        ["absent.txt", "missing"],
        ["sous", "not-regular"],
        ["tube", "not-regular"],
        ["script.sh.bat", "runnable"],
        ["photo.png", "runnable"],
        ["trop.bin", "too-large"],
      ] as const
    ) {
      const { isError, value } = await server.tool("send_message", {
        sourceMessageId,
        text: "x",
        attachments: [path],
      });
      assert.ok(isError, path);
      assert.deepEqual([value.code, value.details.reason, value.details.path], [
        "FILE_REFUSED",
        reason,
        path,
      ]);
    }
    const many = Array.from({ length: 11 }, () => "sous");
    const { value } = await server.tool("send_message", { sourceMessageId, text: "x", attachments: many });
    assert.equal(value.details.reason, "too-many");
    assert.equal((await server.tool("get_history")).value.entries.length, 1, "nothing was written");
  });

  Deno.test(`${runtime}: without a folder files are refused, and how to allow them is said`, async () => {
    await using scene = await Scene.open(runtime, false);
    const { server, person, agent } = scene;
    const file = await person.attach("a.txt", "text/plain", new TextEncoder().encode("a"));
    await person.send(agent, "Voici", [file]);
    const [{ id: sourceMessageId, attachments }] = await server.requests();
    assert.equal(attachments.length, 1);
    for (
      const { isError, value } of [
        await server.tool("send_message", { sourceMessageId, text: "x", attachments: ["a.txt"] }),
        await server.tool("get_history", { saveAttachments: [file.id] }),
      ]
    ) {
      assert.ok(isError);
      assert.equal(value.code, "FILE_REFUSED");
      assert.match(value.message, /PACERELLE_FILES_DIR/);
    }
  });
}

Deno.test("deno: a program is not saved, whatever it is called", async () => {
  await using scene = await Scene.open("deno");
  const { server, person, agent } = scene;
  const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  const files = [
    await person.attach("photo.png", "image/png", elf),
    await person.attach("facture.pdf.exe. ", "application/pdf", PDF),
    await person.attach("photo2.png", "image/png", PDF),
    await person.attach("CON.txt", "text/plain", PDF.slice(5)),
  ];
  await person.send(agent, "Voici", files);
  await server.requests();
  const { value } = await server.tool("get_history", { saveAttachments: files.map(({ id }) => id) });
  assert.deepEqual(
    value.saved.map((one: { refused?: { details: { reason: string } } }) => one.refused?.details.reason),
    [
      "runnable",
      "runnable",
      "disguised",
      undefined,
    ],
  );
  assert.deepEqual(scene.names(), ["_CON.txt"]);
});
