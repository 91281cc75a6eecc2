/**
 * As much of `fetch` as calls of the relay need, over `node:http`: Node's own loads a client of its own at the first call
 * and compiles a parser for it, which is 15 MB and a tenth of a second of processor time in a process that does little else.
 * @module
 */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { RelayFetch } from "../../wire/relay_call.ts";

/** Follows no redirection: what answers with one is no relay. */
export const nodeFetch: RelayFetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const ask = url.protocol === "https:" ? requestHttps : requestHttp;
    const asked = ask(url, { method, headers, signal }, (answer) => {
      const { statusCode = 0 } = answer;
      const cancel = () => Promise.resolve(void answer.destroy());
      const parts: AsyncIterator<Uint8Array, undefined> = answer[Symbol.asyncIterator]();
      resolve({
        ok: statusCode >= 200 && statusCode < 300,
        body: {
          getReader: () => ({ read: () => parts.next(), cancel }),
        },
      });
    });
    asked.on("error", reject);
    // What switches protocols unasked is closed without an answer and without an error. After an answer this changes nothing.
    asked.on("close", () => reject(new Error("closed without an answer")));
    asked.end(body);
  });
