/**
 * @covers messagerie.cli.json
 */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { VERSION } from "../../../base/version.ts";
import { CommandFailure, defineCommand, type Given, type Options } from "../../../server/cli/command.ts";
import { parse } from "../../../server/cli/parse.ts";
import { type Program, runProgram } from "../../../server/cli/run_program.ts";
import { UsageError } from "../../../server/cli/command.ts";

const OPTIONS = {
  label: { type: "string", value: "NOM", help: "le nom" },
  inbox: { type: "string", multiple: true, help: "une boîte" },
  json: { type: "boolean", help: "du JSON" },
} as const satisfies Options;

let seen: Given<typeof OPTIONS> | undefined;
const work = defineCommand({
  summary: "Travaille.",
  positionals: ["[MOT]"],
  options: OPTIONS,
  run(given) {
    seen = given;
    if (given.positionals[0] === "refuse") throw new CommandFailure("Rien à faire.");
    if (given.positionals[0] === "bug") throw new RangeError("a secret");
    return Promise.resolve(0);
  },
});
const PROGRAM: Program = {
  name: "essai",
  version: "1.2.3",
  commands: {
    work: { summary: "Travaille", load: () => Promise.resolve(work) },
    group: {
      summary: "Groupe",
      load: () => Promise.resolve({ summary: "Un groupe", commands: { work } }),
    },
    never: { summary: "Jamais chargée", load: () => Promise.reject(new Error("loaded")) },
  },
};

/** Runs the program; gives `[exit code, standard output, standard error]`. */
async function run(...args: string[]): Promise<[number, string, string]> {
  let out = "";
  let error = "";
  const code = await runProgram(PROGRAM, args, {
    out: (text) => Promise.resolve(void (out += text)),
    error: (text) => Promise.resolve(void (error += text)),
    watched: false,
    environment: () => undefined,
  });
  return [code, out, error];
}

Deno.test("runProgram() runs the command that is named, with what was typed", async () => {
  deepEqual(await run("work", "mot", "--label", "a b", "--inbox=1", "--json", "--inbox", "2"), [0, "", ""]);
  deepEqual({ ...seen?.options }, { label: "a b", inbox: ["1", "2"], json: true });
  deepEqual(seen?.positionals, ["mot"]);
  deepEqual(await run("group", "work"), [0, "", ""]);
  deepEqual({ ...seen?.options }, { label: undefined, inbox: [], json: false });
});

Deno.test("runProgram() helps at every level, and loads nothing for the program's own help", async () => {
  for (const args of [["--help"], ["-h"], ["help"], []]) {
    const [code, out, error] = await run(...args);
    equal(code, 0);
    match(out, /work +Travaille/);
    equal(error, "");
  }
  match((await run("group", "--help"))[1], /work +Travaille\./);
  match((await run("group", "work", "--help"))[1], /--label NOM +le nom\n +--inbox… +une boîte/);
  match((await run("work", "--label", "x", "-h"))[1], /Usage : essai work \[MOT\]/);
  deepEqual(await run("--version"), [0, "1.2.3\n", ""]);
});

Deno.test("runProgram() tells in one sentence, exit 2, what it does not understand", async () => {
  for (
    const args of [
      ["foo"],
      ["__proto__"],
      ["constructor"],
      ["--foo"],
      ["group"],
      ["group", "foo"],
      ["group", "--json"],
      ["work", "--foo"],
      ["work", "-x"],
      ["work", "--__proto__"],
      ["work", "--constructor=x"],
      ["work", "--label"],
      ["work", "--label", "--json"],
      ["work", "--label", "a", "--label", "b"],
      ["work", "--json=1"],
      ["work", "a", "b"],
    ]
  ) {
    const [code, out, error] = await run(...args);
    equal(code, 2, args.join(" "));
    equal(out, "");
    match(error, /^[^\n]+\. Tapez « essai --help » pour l’aide\.\n$/u, args.join(" "));
  }
});

Deno.test("runProgram() knows no option that the command has not", async () => {
  for (const option of ["--foo", "-x", "--__proto__", "--constructor=x", "--toString"]) {
    match((await run("work", option))[2], /^Option inconnue : /, option);
  }
});

Deno.test("runProgram() never repeats what may be a secret in the wrong place", async () => {
  const secret = `msg_k3v9x2ma_${"s".repeat(43)}`;
  for (
    const args of [[secret], ["work", `--${secret}`], ["work", `--tok=${secret}`], ["work", "a", secret]]
  ) {
    const [code, , error] = await run(...args);
    equal(code, 2);
    ok(!error.includes("sss"), error);
  }
});

Deno.test("runProgram() exits 1 on a refusal, with its sentence; a bug is told without its message", async () => {
  deepEqual(await run("work", "refuse"), [1, "", "Rien à faire.\n"]);
  const [code, out, error] = await run("work", "bug");
  deepEqual([code, out], [1, ""]);
  match(error, /^Erreur imprévue \(RangeError\) at .*\n$/);
  ok(!error.includes("a secret"));
});

Deno.test("runProgram() runs the fallback when no command is named", async () => {
  const program = { ...PROGRAM, fallback: "work" };
  const terminal = {
    out: () => Promise.resolve(),
    error: () => Promise.resolve(),
    watched: false,
    environment: () => undefined,
  };
  equal(await runProgram(program, ["--label", "x"], terminal), 0);
  equal(seen?.options.label, "x");
  equal(await runProgram(program, [], terminal), 0);
  equal(seen?.options.label, undefined);
});

Deno.test("parse() takes a value that begins with a dash only when it is joined to its option", async () => {
  equal(parse(["--label=-x"], OPTIONS, 0).options.label, "-x");
  equal(parse(["--label", "-"], OPTIONS, 0).options.label, "-");
  deepEqual(parse(["--", "--json"], OPTIONS, 1).positionals, ["--json"]);
  await rejects(async () => await parse(["--label", "-x"], OPTIONS, 0), UsageError);
});

Deno.test("the version is deno.json's", async () => {
  equal(VERSION, JSON.parse(await Deno.readTextFile(new URL("../../../deno.json", import.meta.url))).version);
});
