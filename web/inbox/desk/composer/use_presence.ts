/**
 * Tells the team that this person looks at a conversation, or writes in it. Said again while it holds, as the server wants it.
 * @module
 */
import { useEffect, useRef } from "preact/hooks";
import { deskApi } from "../desk_api.ts";
import { desk } from "../desk.ts";

/** What is said holds for 25 seconds at the server. */
const AGAIN_MS = 10_000;
/** Whoever has typed nothing for this long is not writing any more. */
const STILL_MS = 6_000;

/** `writes` at every key, `rest` when the text has been sent. */
export function usePresence(
  conversationId: string,
): { readonly writes: () => void; readonly rest: () => void } {
  const writtenAt = useRef(-Infinity);
  const said = useRef<"looking" | "writing" | undefined>(undefined);

  function say(): void {
    const state = performance.now() - writtenAt.current < STILL_MS ? "writing" : "looking";
    said.current = state;
    // Nobody waits for it.
    desk().sayPresence(conversationId, state).catch(() => {});
  }

  useEffect(() => {
    const whileSeen = () => {
      if (document.visibilityState === "visible") say();
    };
    whileSeen();
    const again = setInterval(whileSeen, AGAIN_MS);
    const still = setInterval(() => {
      if (said.current === "writing" && performance.now() - writtenAt.current >= STILL_MS) say();
    }, 1_000);
    return () => {
      clearInterval(again);
      clearInterval(still);
      deskApi.presence(conversationId, "away").catch(() => {});
    };
  }, [conversationId]);

  return {
    writes() {
      writtenAt.current = performance.now();
      if (said.current !== "writing") say();
    },
    rest() {
      writtenAt.current = -Infinity;
      say();
    },
  };
}
