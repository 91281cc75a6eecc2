/**
 * The platforms that a binary can be built for.
 * @module
 */
import { BuildFailure } from "./failure.ts";

/** One platform. */
export interface Target {
  /** As `deno compile --target` names it. */
  readonly triple: string;
  /** What `uname -s` and `uname -m` print there; undefined where there is no shell to unpack with. */
  readonly uname: string | undefined;
  /** The npm package that brings this platform's Deno. */
  readonly denoPackage: string;
}

/** All of them. */
export const TARGETS: readonly Target[] = [
  { triple: "x86_64-unknown-linux-gnu", uname: "Linux x86_64", denoPackage: "@deno/linux-x64-glibc" },
  { triple: "aarch64-unknown-linux-gnu", uname: "Linux aarch64", denoPackage: "@deno/linux-arm64-glibc" },
  { triple: "x86_64-apple-darwin", uname: "Darwin x86_64", denoPackage: "@deno/darwin-x64" },
  { triple: "aarch64-apple-darwin", uname: "Darwin arm64", denoPackage: "@deno/darwin-arm64" },
  { triple: "x86_64-pc-windows-msvc", uname: undefined, denoPackage: "@deno/win32-x64" },
];

/** The platform of that name. @throws {BuildFailure} for any other */
export function targetOf(triple: string): Target {
  const target = TARGETS.find((known) => known.triple === triple);
  if (target === undefined) {
    throw new BuildFailure(
      `No such target: ${triple}. Choose one of ${TARGETS.map((known) => known.triple).join(", ")}.`,
    );
  }
  return target;
}

/** The platform that this runs on. */
export function ownTarget(): Target {
  return targetOf(Deno.build.target);
}
