/**
 * Answering one question: what is being chosen or typed stays while its row is out of sight, and is sent once.
 * @module
 */
import { type Signal, signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type AnswerValue, checkAnswer } from "../../../wire/widget_answer.ts";
import type { WidgetEntry } from "../app/api.ts";
import { app, sayTold } from "../state.ts";
import { issueWords } from "./issue_words.ts";

/** What is being entered, by question: rows come and go as the thread moves. It is kept nowhere but in this tab. */
const entered = new Map<string, Signal<unknown>>();

/** What is being entered for `entry`. */
export function useEntered<Value>(entry: WidgetEntry, initial: Value): Signal<Value> {
  const known = entered.get(entry.id) as Signal<Value> | undefined;
  if (known) return known;
  const made = signal(initial);
  entered.set(entry.id, made as Signal<unknown>);
  return made;
}

const newId = () => crypto.randomUUID().replaceAll("-", "");

/** Why an answer was not taken: which part of it, and what is wrong. */
export interface AnswerFault {
  /** A form's field, where it is one's. */
  readonly field: string | undefined;
  readonly message: string;
}

/** How answering goes. */
export interface Answering {
  readonly isPending: boolean;
  readonly fault: AnswerFault | undefined;
  /** Sends; whether it was written. */
  answer(value: AnswerValue): Promise<boolean>;
  /** A person who does not want to answer. */
  dismiss(): Promise<boolean>;
  /** Something is being put right: a field, or without one the answer as a whole. What it was blamed for is not said any more. */
  forgive(field?: string): void;
  /** Says why something cannot be sent. */
  blame(message: string): void;
}

/** The answering of `entry`. */
export function useAnswer(entry: WidgetEntry): Answering {
  const isPending = useSignal(false);
  const fault = useSignal<AnswerFault | undefined>(undefined);
  // The same for every try until one is written, so that none is written twice. A refused one may be followed by another.
  const id = useRef(newId());

  async function send(value: AnswerValue): Promise<boolean> {
    if (isPending.value) return false;
    isPending.value = true;
    try {
      const outcome = await app.run("answerWidget", { entry: entry.id, value, id: id.current });
      fault.value = outcome.ok ? undefined : { field: undefined, message: sayTold(outcome.refusal) };
      if (outcome.ok) {
        entered.delete(entry.id);
        id.current = newId();
      }
      return outcome.ok;
    } finally {
      isPending.value = false;
    }
  }

  return {
    isPending: isPending.value,
    fault: fault.value,
    answer(value) {
      const { widget } = entry;
      const checked = checkAnswer(widget, { ref: widget.id, value, cancelled: false });
      if (checked.ok) return send(value);
      const field = checked.issue.path.startsWith("value.") ? checked.issue.path.slice(6) : undefined;
      fault.value = { field, message: issueWords(widget, field, checked.issue.message) };
      return Promise.resolve(false);
    },
    dismiss: () => send(null),
    forgive(field) {
      if (fault.value?.field === field) fault.value = undefined;
    },
    blame(message) {
      fault.value = { field: undefined, message };
    },
  };
}
