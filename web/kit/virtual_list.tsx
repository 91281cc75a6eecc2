/**
 * A list of any length of which only what can be seen is in the page.
 * @module
 */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** What a list is given. */
export interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  /** The same for the same item, whatever its place. */
  readonly keyOf: (item: Item, index: number) => string;
  readonly render: (item: Item, index: number) => ComponentChildren;
  /** In pixels, before an item was measured. */
  readonly estimate: number;
  readonly label: string;
  readonly class?: string;
  readonly role?: "list" | "log" | "listbox" | "feed";
  readonly itemRole?: "listitem" | "option" | "article" | "presentation";
  /** Starts at its end and stays there when something is added, unless the person has scrolled up. */
  readonly fromEnd?: boolean;
  /** Called when less than a screen is left before the first or after the last item. */
  readonly onNearStart?: () => void;
  readonly onNearEnd?: () => void;
  /** Brought into view when it changes. */
  readonly shown?: string | undefined;
}

/** How near to its end a list counts as being at its end, in pixels. */
const AT_END = 80;

/** A windowed list. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, render, estimate, label, class: extra = "", fromEnd = false, shown } = props;
  const element = useRef<HTMLDivElement>(null);
  const turn = useSignal(0);
  const state = useRef<
    | { virtual: Virtualizer<HTMLDivElement, HTMLElement>; firstKey: string; atEnd: boolean }
    | undefined
  >(undefined);

  const options = {
    count: items.length,
    getScrollElement: () => element.current,
    estimateSize: () => estimate,
    getItemKey: (index: number) => {
      const item = items[index];
      return item === undefined ? String(index) : keyOf(item, index);
    },
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => turn.value++,
  };
  const current = state.current ??= { virtual: new Virtualizer(options), firstKey: "", atEnd: fromEnd };
  const { virtual } = current;
  virtual.setOptions({ ...virtual.options, ...options });

  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());

  // Older items that come in above must not move what is being read.
  const firstKey = items[0] === undefined ? "" : keyOf(items[0], 0);
  useLayoutEffect(() => {
    const was = current.firstKey;
    current.firstKey = firstKey;
    if (!fromEnd || was === "" || was === firstKey || current.atEnd) return;
    const index = items.findIndex((item, at) => keyOf(item, at) === was);
    if (index > 0) virtual.scrollToIndex(index, { align: "start" });
  }, [firstKey]);

  useLayoutEffect(() => {
    if (fromEnd && current.atEnd && items.length > 0) {
      virtual.scrollToIndex(items.length - 1, { align: "end" });
    }
  }, [items.length, virtual.getTotalSize()]);

  useLayoutEffect(() => {
    if (shown === undefined) return;
    const index = items.findIndex((item, at) => keyOf(item, at) === shown);
    if (index >= 0) virtual.scrollToIndex(index, { align: "auto" });
  }, [shown]);

  function scrolled(): void {
    const { current: box } = element;
    if (box === null) return;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    current.atEnd = below < AT_END;
    if (box.scrollTop < box.clientHeight) props.onNearStart?.();
    if (below < box.clientHeight) props.onNearEnd?.();
  }

  // Reading `turn` renders the list again when the window moves.
  turn.value;
  const rows = virtual.getVirtualItems();
  return (
    <div
      ref={element}
      class={`virtual-list ${extra}`}
      role={props.role ?? "list"}
      aria-label={label}
      tabIndex={0}
      onScroll={scrolled}
    >
      <div class="virtual-list-space" style={{ height: `${virtual.getTotalSize()}px` }} role="presentation">
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <div
              key={String(row.key)}
              ref={(node) => virtual.measureElement(node)}
              data-index={row.index}
              class="virtual-list-row"
              style={{ transform: `translateY(${row.start}px)` }}
              role={props.itemRole ?? "listitem"}
            >
              {render(item, row.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
