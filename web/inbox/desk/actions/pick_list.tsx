/**
 * A field that narrows a list, and the list, moved through by arrows while the field keeps the focus.
 * @module
 */
import { type Signal, useSignal } from "@preact/signals";
import { Check } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "../../../kit/icon.tsx";

/** Something to pick. */
export interface Pick {
  readonly id: string;
  readonly label: string;
  readonly face?: ComponentChildren;
  readonly isChosen?: boolean;
  readonly run: () => unknown;
}

/** The field and the list. */
export function PickList({ label, placeholder, query, picks, empty, maxLength }: {
  readonly label: string;
  readonly placeholder: string;
  readonly query: Signal<string>;
  readonly picks: readonly Pick[];
  readonly empty: string;
  readonly maxLength?: number;
}) {
  const id = useId();
  const at = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const current = Math.min(at.value, picks.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);

  function press(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && picks.length > 0) {
      event.preventDefault();
      at.value = (current + step + picks.length) % picks.length;
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      void picks[current]?.run();
    }
  }

  return (
    <div class="pick">
      <input
        class="input"
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={placeholder}
        placeholder={placeholder}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={picks.length > 0 ? `${id}-${current}` : undefined}
        maxLength={maxLength}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} class="pick-list" role="listbox" aria-label={label}>
        {picks.length === 0 && <p class="list-empty" role="presentation">{empty}</p>}
        {picks.map((pick, index) => (
          <div
            key={pick.id}
            id={`${id}-${index}`}
            class="pick-item"
            role="option"
            aria-selected={index === current}
            onPointerMove={() => at.value = index}
            onClick={() => pick.run()}
          >
            {pick.face}
            <bdi class="pick-label">{pick.label}</bdi>
            {pick.isChosen && <Icon of={Check} />}
          </div>
        ))}
      </div>
    </div>
  );
}
