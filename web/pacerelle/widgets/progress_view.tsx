/**
 * How far the agent is, as it said last.
 * @module
 */
import { formatNumber } from "../../kit/format.ts";
import type { Widget } from "../../../wire/widget.ts";
import { words } from "./words.ts";

/** The bar, and the same in words. */
export function ProgressView({ widget: { title, value, label, done = false } }: {
  readonly widget: Widget & { readonly kind: "progress" };
}) {
  const t = words.value;
  const said = done
    ? t.done
    : value === null
    ? t.unknownProgress
    : t.progress(formatNumber(Math.round(value)));
  return (
    <div class="progress">
      <progress
        class={done ? "progress-done" : ""}
        max={100}
        aria-label={title}
        {...(done ? { value: 100 } : value === null ? {} : { value })}
      />
      <p role="status">
        <strong>{said}</strong> {label !== undefined && <bdi>{label}</bdi>}
      </p>
    </div>
  );
}
