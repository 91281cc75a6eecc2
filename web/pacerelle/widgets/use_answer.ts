/**
 * Answering one question: what is being chosen or typed stays while its row is out of sight, and is sent once.
 * @module
 */
import { type Signal, signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { AnswerValue } from "../../../wire/widget_answer.ts";
import type { WidgetEntry } from "../app/entry_types.ts";
import { app, sayTold } from "../state.ts";
import { type AnswerFault, answerFaults } from "./answer_faults.ts";

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

/** How answering goes. */
export interface Answering {
  readonly isPending: boolean;
  /** What is wrong with a form's field, or without one with the answer as a whole. */
  faultOf(field?: string): string | undefined;
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
  const faults = useSignal<readonly AnswerFault[]>([]);
  // The same for every try until one is written, so that none is written twice. A refused one may be followed by another.
  const id = useRef(newId());

  async function send(value: AnswerValue): Promise<boolean> {
    if (isPending.value) return false;
    isPending.value = true;
    try {
      const outcome = await app.run("answerWidget", { entry: entry.id, value, id: id.current });
      faults.value = outcome.ok ? [] : [{ field: undefined, message: sayTold(outcome.refusal) }];
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
    faultOf: (field) => faults.value.find((one) => one.field === field)?.message,
    answer(value) {
      faults.value = answerFaults(entry.widget, value);
      return faults.value.length === 0 ? send(value) : Promise.resolve(false);
    },
    dismiss: () => send(null),
    forgive(field) {
      faults.value = faults.value.filter((one) => one.field !== field);
    },
    blame(message) {
      faults.value = [{ field: undefined, message }];
    },
  };
}
