/**
 * A list of any length of which only what can be seen is in the page. What is being read never moves: whatever comes in
 * above it, and however tall it turns out to be.
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
  /** Told when the person leaves the end or comes back to it. */
  readonly onAtEnd?: (isAtEnd: boolean) => void;
  /** Brought into view when it changes. */
  readonly shown?: string | undefined;
  /** How `shown` is brought into view; `auto`: as little as needed. */
  readonly align?: "auto" | "center";
  /** Goes to the end whenever it changes. */
  readonly toEnd?: number;
  /** What is under it but is no item: under the last one, in the flow. */
  readonly foot?: ComponentChildren;
}

/** How near to its end a list counts as being at its end, in pixels. */
const AT_END = 80;

/** Items beyond each edge: a page more than what is seen, so that a turn of the wheel meets no gap. */
const OVERSCAN = 6;

/** A windowed list. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, render, estimate, label, class: extra = "", fromEnd = false, shown, toEnd = 0 } =
    props;
  const element = useRef<HTMLDivElement>(null);
  const turn = useSignal(0);
  const made = useRef<
    {
      readonly virtual: Virtualizer<HTMLDivElement, HTMLElement>;
      /** Whether it is kept at its end. */
      isHeld: boolean;
      /** Whether it counts as being there. */
      atEnd: boolean;
      top: number;
      /** Something was brought into view, and nobody has scrolled since. */
      isShowing: boolean;
    } | undefined
  >(undefined);
  const isScrolled = (element.current?.scrollTop ?? 0) > 0;

  const options = {
    count: items.length,
    getScrollElement: () => element.current,
    estimateSize: () => estimate,
    getItemKey: (index: number) => {
      const item = items[index];
      return item === undefined ? String(index) : keyOf(item, index);
    },
    overscan: OVERSCAN,
    // Holds what is being read in its place. At its top a list shows what is new there.
    anchorTo: fromEnd || isScrolled ? "end" as const : "start" as const,
    followOnAppend: fromEnd,
    scrollEndThreshold: fromEnd ? AT_END : 0,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => turn.value++,
  };
  const current = made.current ??= {
    virtual: new Virtualizer(options),
    isHeld: true,
    atEnd: true,
    top: 0,
    isShowing: false,
  };
  const { virtual } = current;
  virtual.setOptions(options);

  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());

  // Whoever is at the end stays there, whatever is added and however tall rows turn out to be.
  const jumps = useRef(toEnd);
  useLayoutEffect(() => {
    const { current: box } = element;
    if (!fromEnd || box === null) return;
    if (jumps.current !== toEnd) {
      jumps.current = toEnd;
      current.isHeld = current.atEnd = true;
      current.isShowing = false;
      props.onAtEnd?.(true);
    }
    if (current.isHeld && box.scrollHeight - box.scrollTop - box.clientHeight > 1) {
      box.scrollTop = box.scrollHeight;
      current.top = box.scrollTop;
    }
  });

  useLayoutEffect(() => {
    if (shown === undefined) return;
    const index = items.findIndex((item, at) => keyOf(item, at) === shown);
    if (index < 0) return;
    // Or a rendering would take it back to its end. A list to which more was loaded grows as it is scrolled: many an end lies
    // on the way.
    current.isShowing = true;
    current.isHeld = false;
    virtual.scrollToIndex(index, { align: props.align ?? "auto" });
  }, [shown]);

  function look(): void {
    const { current: box } = element;
    if (box === null || items.length === 0) return;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    // Rows that turn out taller leave the end further below: only who scrolls up leaves it, by a step however small. Held there
    // until it is a large one, nobody would ever get away by the arrow keys.
    const isUp = box.scrollTop < current.top - 1;
    current.isHeld = !current.isShowing &&
      (below <= 1 || (!isUp && (current.isHeld || below < AT_END)));
    const isAtEnd = below < AT_END || current.isHeld;
    // A pixel at a time is a way up as well.
    if (isUp || box.scrollTop > current.top) current.top = box.scrollTop;
    if (isAtEnd !== current.atEnd) {
      current.atEnd = isAtEnd;
      props.onAtEnd?.(isAtEnd);
    }
    if (box.scrollTop < box.clientHeight) props.onNearStart?.();
    if (below < box.clientHeight) props.onNearEnd?.();
  }
  const scrolls = () => current.isShowing = false;
  // Also where everything fits, and nobody can scroll.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [items.length]);

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
      onScroll={look}
      onWheel={scrolls}
      onTouchMove={scrolls}
      onPointerDown={scrolls}
      onKeyDown={scrolls}
    >
      <div class="virtual-list-space" style={{ height: `${virtual.getTotalSize()}px` }} role="presentation">
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <div
              key={String(row.key)}
              ref={virtual.measureElement}
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
      {props.foot}
    </div>
  );
}
