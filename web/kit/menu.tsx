/**
 * A button that opens a panel below or above itself: a menu of actions, or anything else. Escape and a press elsewhere close
 * it; the focus goes back to the button.
 * @module
 */
import { type Signal, useSignal } from "@preact/signals";
import type { IconNode } from "lucide";
import { Check } from "lucide";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

/** What a panel is given. */
export interface PopoverProps {
  readonly label: string;
  readonly icon?: IconNode;
  /** The label is read aloud and shown as a tooltip, not written. */
  readonly isIconOnly?: boolean;
  /** Where the panel stands to its button. */
  readonly side?: "below" | "above" | "beside";
  readonly align?: "start" | "end";
  readonly class?: string;
  /** What the panel is: a menu of `MenuItem`s moves its focus by arrows. */
  readonly kind?: "menu" | "dialog";
  /** Given, others can open and close it too. */
  readonly isOpen?: Signal<boolean>;
  /** In the button, after its label: a count, say. */
  readonly mark?: ComponentChildren;
  /** Instead of the label, for the eyes. */
  readonly face?: ComponentChildren;
  readonly children: (close: () => void) => ComponentChildren;
}

/** The button and, while it is open, its panel. */
export function Popover(props: PopoverProps) {
  const { label, icon, isIconOnly = false, side = "below", align = "start", kind = "dialog" } = props;
  const own = useSignal(false);
  const isOpen = props.isOpen ?? own;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  function close(): void {
    if (!isOpen.value) return;
    isOpen.value = false;
    // What a choice opened may have taken the focus already.
    if (root.current?.contains(document.activeElement)) button.current?.focus();
  }

  // Before the next key can be pressed: it belongs to the panel.
  useLayoutEffect(() => {
    if (!isOpen.value) return;
    if (panel.current !== null) keepInside(panel.current);
    const first = root.current?.querySelector<HTMLElement>(
      "[autofocus], .popover-panel :is(input, select, textarea, button, a[href]):not([tabindex='-1'])",
    );
    (first ?? root.current?.querySelector<HTMLElement>(".popover-panel"))?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) isOpen.value = false;
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [isOpen.value]);

  function press(event: KeyboardEvent): void {
    if (event.key === "Escape" && isOpen.value) {
      event.stopPropagation();
      event.preventDefault();
      button.current?.focus();
      close();
      return;
    }
    if (kind !== "menu" || !isOpen.value) return;
    const items = [...root.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? []];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = event.key === "ArrowDown"
      ? (at + 1) % items.length
      : event.key === "ArrowUp"
      ? (at <= 0 ? items.length : at) - 1
      : event.key === "Home"
      ? 0
      : event.key === "End"
      ? items.length - 1
      : -1;
    if (to < 0) return;
    event.preventDefault();
    items[to]?.focus();
  }

  return (
    <div ref={root} class={`popover ${props.class ?? ""}`} onKeyDown={press}>
      <button
        ref={button}
        type="button"
        class={`button button-quiet ${isIconOnly ? "button-icon" : ""}`}
        aria-label={isIconOnly || props.face !== undefined ? label : undefined}
        title={isIconOnly || props.face !== undefined ? label : undefined}
        aria-haspopup={kind}
        aria-expanded={isOpen.value}
        aria-controls={isOpen.value ? id : undefined}
        onClick={() => isOpen.value ? close() : isOpen.value = true}
      >
        {icon && <Icon of={icon} />}
        {props.face ?? (isIconOnly ? null : <span>{label}</span>)}
        {props.mark}
      </button>
      {isOpen.value && (
        <div
          ref={panel}
          id={id}
          class={`popover-panel popover-${side} popover-${align}`}
          role={kind}
          aria-label={label}
          tabIndex={-1}
        >
          {props.children(close)}
        </div>
      )}
    </div>
  );
}

/** The least room, in pixels, between a panel and the window's edge. */
const EDGE = 8;

/** Moves a panel sideways as far as it would stand outside of the window: its button may be anywhere. */
function keepInside(panel: HTMLElement): void {
  const { left, right } = panel.getBoundingClientRect();
  const shift = Math.max(EDGE - left, Math.min(0, document.documentElement.clientWidth - EDGE - right));
  if (shift !== 0) panel.style.translate = `${Math.round(shift)}px`;
}

/** A line of a menu. With `isChosen` it is one of several that exclude each other. */
export function MenuItem(props: {
  readonly label: string;
  readonly icon?: IconNode | undefined;
  readonly hint?: string | undefined;
  readonly isChosen?: boolean | undefined;
  readonly isDanger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** `button`: in a panel that is no menu. */
  readonly role?: "menuitem" | "button";
  readonly onPress: () => unknown;
}) {
  const { label, icon, hint, isChosen, isDanger = false, disabled = false, role = "menuitem", onPress } =
    props;
  return (
    <button
      type="button"
      class={`menu-item ${isDanger ? "menu-item-danger" : ""}`}
      role={role === "button" ? undefined : isChosen === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={isChosen}
      disabled={disabled}
      onClick={() => onPress()}
    >
      {icon !== undefined && <Icon of={icon} />}
      <span class="menu-item-label">{label}</span>
      {hint !== undefined && <kbd class="menu-item-hint">{hint}</kbd>}
      {isChosen === true && <Icon of={Check} />}
    </button>
  );
}
