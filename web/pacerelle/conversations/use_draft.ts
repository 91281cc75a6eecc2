/**
 * What is being typed, kept durably shortly after each key, and at once when the page is hidden or left. What is typed in
 * another tab is taken over as long as nothing is being typed here.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** A pause in typing. */
const PAUSE_MS = 300;

/** The draft of one conversation. */
export interface Draft {
  readonly text: string;
  /** Why it could not be kept. */
  readonly fault: string | undefined;
  type(text: string): void;
  /** Resolves when nothing is being kept any more: what is kept after a send would come back. */
  settled(): Promise<void>;
  /** `sent` was sent, and the write that sent it has cleared what was kept. What was typed since stays. */
  taken(sent: string): void;
}

/** `kept`: what the device has. */
export function useDraft(agent: string, kept: string): Draft {
  const text = useSignal(kept);
  const fault = useSignal<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = useRef(false);
  const keeping = useRef<Promise<void>>(undefined);

  function keep(): Promise<void> {
    clearTimeout(timer.current);
    return keeping.current = (keeping.current ?? Promise.resolve()).then(write);
  }

  async function write(): Promise<void> {
    if (!isDirty.current) return;
    const { value: typed } = text;
    const outcome = await app.run("setDraft", { agent, text: typed });
    if (text.value === typed) isDirty.current = !outcome.ok;
    fault.value = outcome.ok ? undefined : `${words.value.draftNotKept} ${sayTold(outcome.refusal)}`;
  }

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === "hidden") void keep();
    };
    const leave = () => void keep();
    document.addEventListener("visibilitychange", hide);
    addEventListener("pagehide", leave);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      removeEventListener("pagehide", leave);
      void keep();
    };
  }, [agent]);
  useEffect(() => {
    if (!isDirty.current) text.value = kept;
  }, [kept]);

  return {
    text: text.value,
    fault: fault.value,
    type(typed) {
      text.value = typed;
      isDirty.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, PAUSE_MS);
    },
    async settled() {
      clearTimeout(timer.current);
      await keeping.current;
    },
    taken(sent) {
      const rest = text.value.startsWith(sent) ? text.value.slice(sent.length) : text.value;
      isDirty.current = rest !== "";
      text.value = rest;
      if (rest !== "") void keep();
    },
  };
}
