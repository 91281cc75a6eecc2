/**
 * Names fit for any system, and types told by content.
 * @covers pacerelle-web.files.saved-names
 * @covers pacerelle-web.files.types
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { numberedName, safeFileName } from "../../../wire/file/file_name.ts";
import { fileObjection, fileTypeOf } from "../../../wire/file/file_type.ts";

const head = (...values: number[]) => Uint8Array.from(values);
const text = (value: string) => new TextEncoder().encode(value).slice(0, 16);

Deno.test("safeFileName() takes away what leads elsewhere, hides or names a device", () => {
  for (
    const [given, expected] of [
      ["rapport.pdf", "rapport.pdf"],
      ["../../etc/passwd", "_.._etc_passwd"],
      ["C:\\Windows\\a.txt", "C__Windows_a.txt"],
      [".bashrc", "bashrc"],
      ["photo\u202Egpj.exe", "photogpj.exe"],
      ["a\u0000b\n.txt", "ab.txt"],
      ["fin. . .", "fin"],
      ["CON", "_CON"],
      ["nul.txt", "_nul.txt"],
      ["lpt1.tar.gz", "_lpt1.tar.gz"],
      ["COM¹.txt", "_COM¹.txt"],
      ["console.txt", "console.txt"],
      ["", "fichier"],
      ["...", "fichier"],
      ["a?b*c|d.txt", "a_b_c_d.txt"],
      ["e\u0301t\u00e9.txt", "été.txt"],
      ["👩‍👧.png", "👩👧.png"],
    ] as const
  ) assert.equal(safeFileName(given), expected, JSON.stringify(given));
});

Deno.test("safeFileName() answers a name that is safe, short, and stays as it is", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.string({ unit: "grapheme", maxLength: 300 }),
      ),
      (given) => {
        const name = safeFileName(given);
        assert.ok(name.length > 0 && new TextEncoder().encode(name).length <= 201);
        assert.ok(!/[/\\:*?"<>|\p{C}]/u.test(name) && !/^[. ]|[. ]$/.test(name));
        assert.ok(!/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name));
        assert.equal(safeFileName(name), name);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("safeFileName() keeps the extension of a long name, and numbers come before it", () => {
  assert.match(safeFileName("é".repeat(300) + ".pdf"), /^é{98}\.pdf$/);
  assert.equal(numberedName("note.txt", 1), "note.txt");
  assert.equal(numberedName("note.txt", 2), "note (2).txt");
  assert.equal(numberedName("LISEZMOI", 3), "LISEZMOI (3)");
});

Deno.test("fileTypeOf() believes the bytes before the name", () => {
  for (
    const [name, bytes, expected] of [
      ["a.png", head(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "image/png"],
      ["a.txt", head(0xff, 0xd8, 0xff, 0xe0), "image/jpeg"],
      [
        "a.docx",
        head(0x50, 0x4b, 3, 4),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      ],
      ["a.zip", head(0x50, 0x4b, 3, 4), "application/zip"],
      ["a", text("RIFF....WEBPVP8 "), "image/webp"],
      ["a.csv", text("a;b;c"), "text/csv"],
      ["a.ts", text("export {};"), "text/plain"],
      ["a.dat", head(0, 1, 2), "application/octet-stream"],
      ["vide", head(), "application/octet-stream"],
      ["a.svg", text("<svg>"), "image/svg+xml"],
    ] as const
  ) assert.equal(fileTypeOf(name, bytes), expected, name);
});

Deno.test("fileObjection() stops what runs when it is opened, and what is not what it says", () => {
  const pdf = text("%PDF-1.7");
  for (
    const [name, mimeType, bytes, expected] of [
      ["a.pdf", "application/pdf", pdf, undefined],
      ["a.exe", "application/pdf", pdf, "runnable"],
      ["a.EXE", "application/pdf", pdf, "runnable"],
      ["a.pdf.exe. .", "application/pdf", pdf, "runnable"],
      ["a.e\u200Bxe", "application/pdf", pdf, "runnable"],
      ["a.lnk", "text/plain", text("x"), "runnable"],
      ["a.SettingContent-ms", "text/plain", text("<"), "runnable"],
      ["a.inetloc", "text/plain", text("<"), "runnable"],
      ["a.pyw", "text/plain", text("x"), "runnable"],
      ["a.js", "text/plain", text("x"), "runnable"],
      ["a.txt", "text/plain", head(0x4d, 0x5a, 0x90), "runnable"],
      ["a", "application/octet-stream", head(0x7f, 0x45, 0x4c, 0x46), "runnable"],
      ["a.png", "image/png", pdf, "disguised"],
      ["a.png", "image/png", head(), "disguised"],
      ["a.zip", "application/zip", head(0x50, 0x4b, 3, 4), undefined],
      ["a.docx", "application/msword", head(0x50, 0x4b, 3, 4), undefined],
      ["a.txt", "text/plain", text("bonjour"), undefined],
      ["a.mp3", "audio/mpeg", head(0xff, 0xfb), undefined],
    ] as const
  ) assert.equal(fileObjection({ name, mimeType }, bytes), expected, `${name} ${mimeType}`);
  // What a sender's rule calls a file, a receiver's takes.
  fc.assert(fc.property(fc.string(), fc.uint8Array({ maxLength: 16 }), (name, bytes) => {
    const objection = fileObjection({ name, mimeType: fileTypeOf(name, bytes) }, bytes);
    assert.notEqual(objection, "disguised");
  }));
});
