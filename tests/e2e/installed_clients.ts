/**
 * Clients that come as programs, kept apart in tests/clients so that the product's own install stays small. Installed from
 * their lock the first time a test wants them.
 * @module
 */
const FOLDER = new URL("../clients/", import.meta.url);

const PROGRAMS = {
  inspector: "@modelcontextprotocol/inspector-cli/build/index.js",
  "mcp-remote": "mcp-remote/dist/proxy.js",
  "conformance-2025": "conformance-2025/dist/index.js",
  "conformance-2026": "conformance-2026/dist/index.js",
} as const;

/** The path of a client's program. */
export async function clientProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const program = new URL(`node_modules/${PROGRAMS[name]}`, FOLDER).pathname;
  try {
    await Deno.stat(program);
  } catch {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), { args: ["ci"], cwd: FOLDER }).output();
    if (code !== 0) throw new Error(`tests/clients: ${new TextDecoder().decode(stderr)}`);
  }
  return program;
}
