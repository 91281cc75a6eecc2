/**
 * Every form in which Pacerelle's stdio server is delivered, built once for a test module, and the command that starts it.
 * @module
 */
import { basename, join } from "node:path";
import { bundleServer } from "../../../scripts/deliver/bundle_server.ts";
import { type Compiled, compileServer } from "../../../scripts/deliver/compile_server.ts";
import { ENTRY, inHouse, PERMISSIONS } from "../../../scripts/deliver/house.ts";
import { packageServer } from "../../../scripts/deliver/package_server.ts";
import { makeSelfExtracting } from "../../../scripts/deliver/self_extracting.ts";
import { ownTarget } from "../../../scripts/deliver/targets.ts";

/** How one form is started, in an environment of its own. */
export interface Form {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** All of them. */
export interface Forms {
  readonly source: Form;
  readonly "bundle on Deno": Form;
  readonly "bundle on Node": Form;
  readonly binary: Form;
  readonly package: Form;
}

/** What was built, in a folder that goes with it. */
export class Built implements AsyncDisposable {
  readonly folder: string;
  readonly bundle: string;
  readonly compiled: Compiled;
  /** The self-extracting form, which `compiled` is too where denort cannot be had. */
  readonly selfExtracting: string;
  readonly tarball: string;
  /** The package, unpacked. */
  readonly packageFolder: string;

  private constructor(folder: string, compiled: Compiled, tarball: string) {
    this.folder = folder;
    this.bundle = join(folder, "server.mjs");
    this.compiled = compiled;
    this.selfExtracting = compiled.form === "self-extracting"
      ? compiled.file
      : join(folder, "self-extracting");
    this.tarball = tarball;
    this.packageFolder = join(folder, "npm");
  }

  static async make(): Promise<Built> {
    const folder = await Deno.makeTempDir({ prefix: "deliveries-" });
    try {
      const [compiled, tarball] = await Promise.all([
        compileServer(folder, "pacerelle-mcp"),
        packageServer(join(folder, "npm")),
      ]);
      const built = new Built(folder, compiled, tarball);
      const { bundle, selfExtracting } = built;
      await bundleServer(bundle);
      if (compiled.form !== "self-extracting") {
        const uname = ownTarget().uname ?? "";
        await makeSelfExtracting({ file: selfExtracting, uname, deno: Deno.execPath(), bundle });
      }
      return built;
    } catch (error) {
      await Deno.remove(folder, { recursive: true });
      throw error;
    }
  }

  async forms(): Promise<Forms> {
    const home = await this.fresh("home");
    const clean = await this.fresh("clean");
    await Deno.copyFile(this.tarball, join(clean, basename(this.tarball)));
    const path = { PATH: Deno.env.get("PATH") ?? "" };
    const alone = { ...path, HOME: home, USERPROFILE: home };
    const dependencies = { ...path, HOME: Deno.env.get("HOME") ?? "" };
    const config = ["--quiet", "--no-check", "--config", inHouse("deno.json")];
    const sealed = ["--quiet", "--no-config", "--no-remote", "--no-npm"];
    const deno = Deno.execPath();
    return {
      // Its packages come from this machine's install.
      source: {
        command: [deno, "run", ...config, ...PERMISSIONS, inHouse(ENTRY)],
        cwd: clean,
        env: dependencies,
      },
      "bundle on Deno": {
        command: [deno, "run", ...sealed, ...PERMISSIONS, this.bundle],
        cwd: clean,
        env: alone,
      },
      "bundle on Node": { command: ["node", this.bundle], cwd: clean, env: alone },
      binary: { command: [this.compiled.file], cwd: clean, env: alone },
      package: { command: ["npx", "--yes", `./${basename(this.tarball)}`], cwd: clean, env: alone },
    };
  }

  /** The person's command line, for the ways that delivered servers go. */
  async chat(): Promise<Form> {
    const file = join(this.folder, "chat.mjs");
    await bundleServer(file, "tests/e2e/deliveries/chat_main.ts");
    const env = { PATH: Deno.env.get("PATH") ?? "", HOME: await this.fresh("home") };
    return { command: [Deno.execPath(), "run", "-A", "--quiet", "--no-config", file], cwd: this.folder, env };
  }

  /** An empty folder. */
  fresh(prefix: string): Promise<string> {
    return Deno.makeTempDir({ dir: this.folder, prefix: `${prefix}-` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** What a program came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs `command` in an environment of `env` alone, gives it `input` and the end of it. */
export async function runIn(
  [program, ...args]: readonly [string, ...string[]],
  { env, cwd, input = "" }: Omit<Partial<Form>, "command"> & { readonly input?: string },
): Promise<Ran> {
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: { ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), error: text(stderr) };
}
