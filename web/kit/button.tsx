/**
 * A button that shows that its work is under way, and cannot start it twice.
 * @module
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { IconNode } from "lucide";
import { Icon } from "./icon.tsx";

/** How a button looks. */
export type ButtonLook = "plain" | "primary" | "danger" | "quiet";

/** What a button is given. */
export interface ButtonProps {
  readonly look?: ButtonLook;
  readonly icon?: IconNode;
  /** The words; with `isIconOnly` they are read aloud and shown as a tooltip. */
  readonly label: string;
  readonly isIconOnly?: boolean;
  /** Shown as a tooltip where the words have no room. */
  readonly title?: string;
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  /** Under way, by whoever else knows it. */
  readonly pending?: boolean;
  readonly class?: string;
  /** May take its time: the button waits for it. What it throws is its caller's to show. */
  readonly onPress?: (event: MouseEvent) => unknown;
  readonly children?: ComponentChildren;
  readonly [attribute: `aria-${string}` | `data-${string}`]: string | boolean | undefined;
}

/** A button. It stays focusable while it waits, so that the keyboard keeps its place. */
export function Button(props: ButtonProps) {
  const {
    look = "plain",
    icon,
    label,
    isIconOnly = false,
    title,
    type = "button",
    disabled = false,
    pending = false,
    class: extra = "",
    onPress,
    children,
    ...rest
  } = props;
  const isWorking = useSignal(false);
  const isBusy = pending || isWorking.value;

  async function press(event: MouseEvent): Promise<void> {
    if (isBusy || disabled) {
      event.preventDefault();
      return;
    }
    const outcome = onPress?.(event);
    if (!(outcome instanceof Promise)) return;
    isWorking.value = true;
    try {
      await outcome;
    } finally {
      isWorking.value = false;
    }
  }

  const classes = [
    "button",
    look === "plain" ? "" : `button-${look}`,
    isIconOnly ? "button-icon" : "",
    extra,
  ];
  return (
    <button
      {...rest}
      type={type}
      class={classes.filter(Boolean).join(" ")}
      disabled={disabled}
      aria-disabled={isBusy ? "true" : undefined}
      aria-busy={isBusy ? "true" : undefined}
      title={title ?? (isIconOnly ? label : undefined)}
      {...(isIconOnly ? { "aria-label": label } : {})}
      onClick={press}
    >
      {isBusy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon of={icon} />}
      {isIconOnly ? null : <span>{label}</span>}
      {children}
    </button>
  );
}
