/**
 * Panels of which one is seen, chosen by tabs: arrows move between them, as the ARIA practices say.
 * @module
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

/** A panel and its tab. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: () => ComponentChildren;
}

/** Tabs over panels. `shown` and `onShow` together give the choice to the page. */
export function Tabs(props: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly shown?: string | undefined;
  readonly onShow?: (id: string) => void;
}) {
  const { label, tabs, onShow } = props;
  const id = useId();
  const own = useSignal(tabs[0]?.id ?? "");
  const list = useRef<HTMLDivElement>(null);
  const wanted = props.shown ?? own.value;
  const current = tabs.find((tab) => tab.id === wanted) ?? tabs[0];
  if (current === undefined) return null;

  function show(tab: Tab | undefined): void {
    if (tab === undefined) return;
    own.value = tab.id;
    onShow?.(tab.id);
  }

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.id === current?.id);
    const to = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(tabs[to]);
    const button = list.current?.children[to];
    if (button instanceof HTMLElement) {
      button.focus();
      button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  return (
    <div class="tabs">
      <div ref={list} class="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current.id ? "true" : "false"}
            aria-controls={tab.id === current.id ? `${id}-panel` : undefined}
            tabIndex={tab.id === current.id ? 0 : -1}
            onClick={() => show(tab)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={current.id}
        class="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current.id}`}
      >
        {current.content()}
      </div>
    </div>
  );
}
