/**
 * The files that are picked for the next message. They stay in this tab: a browser keeps no hold on a person's files.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { MAX_ATTACHMENTS } from "../../../wire/limits.ts";
import { type PickedFile, pickFiles } from "../files/pick_files.ts";

/** The files, and why others were not taken. */
export interface Picked {
  readonly files: readonly PickedFile[];
  readonly faults: readonly string[];
  add(files: readonly File[]): Promise<void>;
  remove(id: string): void;
  /** `sent` have gone; what was picked since stays. */
  taken(sent: readonly PickedFile[]): void;
}

/** Begins with none. */
export function usePicked(): Picked {
  const files = useSignal<readonly PickedFile[]>([]);
  const faults = useSignal<readonly string[]>([]);
  const adding = useRef(Promise.resolve());
  return {
    files: files.value,
    faults: faults.value,
    add(given) {
      // One after the other: each sees how many there is room for.
      return adding.current = adding.current.then(async () => {
        const looked = await pickFiles(given, { room: MAX_ATTACHMENTS - files.value.length });
        files.value = [...files.value, ...looked.picked];
        faults.value = looked.faults;
      });
    },
    remove(id) {
      files.value = files.value.filter((file) => file.id !== id);
      faults.value = [];
    },
    taken(sent) {
      files.value = files.value.filter((file) => !sent.includes(file));
      faults.value = [];
    },
  };
}
