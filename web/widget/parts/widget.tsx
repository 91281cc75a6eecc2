/**
 * The whole of the widget: the button, the window, and what is said to those who hear the page.
 * @module
 */
import { MessageCircle, X } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { WidgetModel } from "../model.ts";
import { words } from "../words.ts";
import { Icon } from "./icon.tsx";
import { Panel } from "./panel.tsx";

/** The widget. */
export function Widget({ model }: { readonly model: WidgetModel }) {
  const launcher = useRef<HTMLButtonElement>(null);
  const opened = model.opened.value;
  const was = useRef(opened);
  useLayoutEffect(() => {
    // Where it was closed from is gone: the focus goes back to what opened it.
    if (was.current && !opened) launcher.current?.focus();
    was.current = opened;
  }, [opened]);
  const unread = opened ? 0 : model.unread.value;
  const label = opened ? words.close : words.open;
  return (
    <div class="root">
      {opened && <Panel model={model} />}
      <button
        ref={launcher}
        type="button"
        class="launcher"
        aria-label={unread > 0 ? `${label} (${words.unread(unread)})` : label}
        aria-expanded={opened}
        aria-haspopup="dialog"
        onClick={() => opened ? model.close() : model.open()}
      >
        <Icon of={opened ? X : MessageCircle} />
        {unread > 0 && <span class="badge" aria-hidden="true">{unread > 99 ? "99+" : unread}</span>}
      </button>
      <div class="hidden" role="status" aria-live="polite">{model.announcement.value}</div>
    </div>
  );
}
