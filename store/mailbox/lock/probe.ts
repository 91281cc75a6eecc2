/**
 * Asks a claim who is behind it. The kernel answers for a process that is gone; a process that is stopped or busy does not
 * answer, and that is told from being gone.
 * @module
 */
import { connect } from "node:net";
import { CLAIM_LINE_BYTES, type ClaimLine, readClaimLine } from "./claim_line.ts";

/** A stopped holder still has its connections taken by the kernel: waiting longer tells nothing more. */
const ANSWER_MS = 1000;

/**
 * - `dead`: the name is there, nobody listens, nobody ever will again;
 * - `gone`: the name is not there any more;
 * - `unclear`: cut before the line came; ask again;
 * - `alive`: someone is there; `line` is undefined when it said nothing that can be read.
 */
export type ProbeResult =
  | { readonly kind: "dead" | "gone" | "unclear" }
  | { readonly kind: "alive"; readonly line: ClaimLine | undefined };

const BY_CODE: Readonly<Record<string, "dead" | "gone" | "unclear">> = {
  ECONNREFUSED: "dead",
  ENOENT: "gone",
  ECONNRESET: "unclear",
  EPIPE: "unclear",
};

/** Never rejects; answers within a second. */
export function probe(path: string): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = "";
    const answer = (result: ProbeResult) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => answer({ kind: "alive", line: undefined }), ANSWER_MS);
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\n");
      if (end >= 0 || text.length > CLAIM_LINE_BYTES) {
        answer({ kind: "alive", line: readClaimLine(text.slice(0, end)) });
      }
    });
    socket.on("end", () => answer({ kind: "unclear" }));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      const kind = BY_CODE[error.code ?? ""];
      answer(kind === undefined ? { kind: "alive", line: undefined } : { kind });
    });
  });
}
