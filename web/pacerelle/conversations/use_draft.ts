/**
 * What is being typed, kept durably shortly after each key, and at once when the page is hidden or left. What is typed in
 * another tab is taken over as long as nothing was typed here; what was typed here no other tab takes away, unless it sends
 * that very text.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { beforeLoadingAnew } from "../frame/load_anew.ts";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** A pause in typing. */
const PAUSE_MS = 300;

/** What this tab last kept or took over, by agent. */
const known = new Map<string, string>();

/** What could not be kept, by agent: the page that says so may take the place of where one writes. */
const unkept = new Map<string, string>();

/** The draft that a message of this tab takes with it; another tab's stays (`sendText`). */
export function knownDraft(agent: string): string {
  return known.get(agent) ?? "";
}

/** The draft of one conversation. */
export interface Draft {
  readonly text: string;
  /** Why it could not be kept. */
  readonly fault: string | undefined;
  type(text: string): void;
  /**
   * Resolves when nothing is being kept any more: what is kept after a send would come back. `takesLong`: what is here is
   * kept first, so that it outlives a page that ends before the message is written; a message that is written at once is
   * spared that, for the field of every other tab would show it on its way.
   */
  settled(takesLong: boolean): Promise<void>;
  /** `sent` was sent, and the write that sent it has cleared what was kept. What was typed since stays. */
  taken(sent: string): void;
  /** Nothing was sent: what is here is a draft again. */
  stays(): void;
}

/** `kept`: what the device has. */
export function useDraft(agent: string, kept: string): Draft {
  const rest = unkept.get(agent);
  const text = useSignal(rest ?? kept);
  const fault = useSignal<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = useRef(rest !== undefined);
  /** Typed here, and not sent yet. */
  const isOwn = useRef(rest !== undefined);
  /** On its way: kept now, it would come back. */
  const isLeaving = useRef(false);
  const before = useRef(kept);
  const keeping = useRef<Promise<void>>(undefined);

  function keep(): Promise<void> {
    clearTimeout(timer.current);
    return keeping.current = (keeping.current ?? Promise.resolve()).then(write);
  }

  function keepLater(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, PAUSE_MS);
  }

  async function write(): Promise<void> {
    if (!isDirty.current || isLeaving.current) return;
    const { value: typed } = text;
    unkept.set(agent, typed);
    const outcome = await app.run("setDraft", { agent, text: typed });
    if (outcome.ok) {
      known.set(agent, typed);
      if (unkept.get(agent) === typed) unkept.delete(agent);
    }
    if (text.value === typed) isDirty.current = !outcome.ok;
    fault.value = outcome.ok ? undefined : `${words.value.draftNotKept} ${sayTold(outcome.refusal)}`;
  }

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === "hidden") void keep();
    };
    const leave = () => void keep();
    const stop = beforeLoadingAnew(keep);
    document.addEventListener("visibilitychange", hide);
    addEventListener("pagehide", leave);
    if (isDirty.current) keepLater();
    return () => {
      stop();
      document.removeEventListener("visibilitychange", hide);
      removeEventListener("pagehide", leave);
      void keep();
    };
  }, [agent]);
  useEffect(() => {
    const isSentElsewhere = kept === "" && before.current === text.value;
    before.current = kept;
    if (isOwn.current && kept !== text.value && !isSentElsewhere) {
      // Another tab's words, or their end: these here are kept when it is their turn.
      isDirty.current = true;
      if (kept === "" && !isLeaving.current) keepLater();
    } else if (!isDirty.current) {
      text.value = kept;
      isOwn.current &&= kept !== "";
      known.set(agent, kept);
    }
  }, [kept]);

  return {
    text: text.value,
    fault: fault.value,
    type(typed) {
      text.value = typed;
      isDirty.current = true;
      isOwn.current = typed !== "";
      keepLater();
    },
    async settled(takesLong) {
      if (takesLong) await keep();
      isLeaving.current = true;
      clearTimeout(timer.current);
      // What was typed meanwhile may just be being kept.
      await keeping.current;
    },
    taken(sent) {
      const rest = text.value.startsWith(sent) ? text.value.slice(sent.length) : text.value;
      unkept.delete(agent);
      isLeaving.current = false;
      isDirty.current = isOwn.current = rest !== "";
      text.value = rest;
      if (rest !== "") void keep();
    },
    stays() {
      isLeaving.current = false;
      void keep();
    },
  };
}
