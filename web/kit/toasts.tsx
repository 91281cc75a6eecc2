/**
 * Short messages about what was done or failed, which say themselves to who listens. What failed stays until it is closed.
 * @module
 */
import { signal } from "@preact/signals";
import { X } from "lucide";
import { Button } from "./button.tsx";

/** A message. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** `busy`: under way, until it is dismissed. */
  readonly look: "plain" | "danger" | "busy";
  readonly action?: { readonly label: string; readonly run: () => unknown } | undefined;
}

/** How long a message stays that asks for nothing. */
const STAY_MS = 6_000;

const toasts = signal<readonly Toast[]>([]);
let nextId = 1;

/** Shows a message; gives what takes it away. */
export function toast(
  text: string,
  { look = "plain", action }: Partial<Pick<Toast, "look" | "action">> = {},
): () => void {
  const id = nextId++;
  toasts.value = [...toasts.value.slice(-3), { id, text, look, action }];
  if (look === "plain") setTimeout(() => dismiss(id), STAY_MS);
  return () => dismiss(id);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((item) => item.id !== id);
}

/** Where messages appear: once in a page. */
export function Toasts({ closeLabel }: { readonly closeLabel: string }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, look, action }) => (
        <div key={id} class={`toast ${look === "danger" ? "notice-danger" : ""}`}>
          {look === "busy" && <span class="spinner" aria-hidden="true" />}
          <span class="toast-text">{text}</span>
          {action && (
            <Button
              look="quiet"
              class="toast-action"
              label={action.label}
              onPress={() => {
                dismiss(id);
                return action.run();
              }}
            />
          )}
          <Button
            look="quiet"
            icon={X}
            label={closeLabel}
            isIconOnly
            onPress={() =>
              dismiss(id)}
          />
        </div>
      ))}
    </div>
  );
}
