/**
 * The window: a dialog beside the page, and over the whole of it on a phone, where the focus then stays inside.
 * @module
 */
import { List, X } from "lucide";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { WidgetModel } from "../model.ts";
import { words } from "../words.ts";
import { Composer } from "./composer.tsx";
import { ConversationList } from "./conversation_list.tsx";
import { Icon } from "./icon.tsx";
import { Thread } from "./thread.tsx";

/** As in the style sheet: here the window covers the page. */
const COVERS = "(max-width: 480px), (max-height: 420px)";
const FOCUSABLE = "button:not(:disabled), textarea, a[href], [tabindex='0']";

/** The window. */
export function Panel({ model }: { readonly model: WidgetModel }) {
  const panel = useRef<HTMLDivElement>(null);
  const covers = useCovers();
  const [dropping, setDropping] = useState(false);
  const view = model.view.value;
  const conversationId = view === "list" ? null : view.conversationId;
  const place = model.place.value;
  useLayoutEffect(() => {
    // What a person came for: the field; the list's first line. Before the next key can be pressed: it is meant for it.
    panel.current?.querySelector<HTMLElement>("textarea, .item, .wide")?.focus({ preventScroll: true });
  }, [view === "list"]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !event.isComposing) {
      event.stopPropagation();
      model.close();
    } else if (event.key === "Tab" && covers) keepInside(event, panel.current);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setDropping(false);
    const limits = model.config.value?.files;
    if (event.dataTransfer && limits && view !== "list") {
      model.attach([...event.dataTransfer.files], limits);
    }
  }

  const advisor = model.current.value?.advisor;
  return (
    <div
      class="panel"
      ref={panel}
      id="panel"
      role="dialog"
      aria-modal={covers}
      aria-labelledby="title"
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setDropping(view !== "list");
      }}
      onDragLeave={(event) => {
        if (!panel.current?.contains(event.relatedTarget as Node | null)) setDropping(false);
      }}
      onDrop={onDrop}
    >
      <header class="head">
        <h2 id="title">
          <span class="name" dir="auto">
            {view === "list" ? words.conversations : model.config.value?.site ?? ""}
          </span>
          {view !== "list" && advisor && <small dir="auto">{advisor}</small>}
        </h2>
        {view !== "list" && model.conversations.value.length > 0 && (
          <button
            type="button"
            class="icon"
            aria-label={words.allConversations}
            onClick={() => model.show("list")}
          >
            <Icon of={List} />
          </button>
        )}
        <button type="button" class="icon" aria-label={words.close} onClick={() => model.close()}>
          <Icon of={X} />
        </button>
      </header>
      {view === "list" ? <ConversationList model={model} /> : (
        <>
          <Thread key={place} model={model} conversationId={conversationId} />
          <Status model={model} />
          {!model.closed.value && <Composer model={model} conversationId={conversationId} />}
        </>
      )}
      {dropping && <div class="dropping">{words.drop}</div>}
    </div>
  );
}

/** What is wrong now, above the field. */
function Status({ model }: { readonly model: WidgetModel }) {
  if (model.closed.value) return <p class="bar" role="status">{words.closed}</p>;
  if (model.complaint.value !== "") {
    return (
      <p class="bar bad" role="alert">
        <span>{model.complaint.value}</span>
        <button
          type="button"
          class="icon"
          aria-label={words.dismiss}
          onClick={() => model.complaint.value = ""}
        >
          <Icon of={X} />
        </button>
      </p>
    );
  }
  return model.connection.value === "lost" ? <p class="bar" role="status">{words.offline}</p> : null;
}

function useCovers(): boolean {
  const [covers, setCovers] = useState(() => matchMedia(COVERS).matches);
  useEffect(() => {
    const query = matchMedia(COVERS);
    const change = () => setCovers(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return covers;
}

/** Tab goes round inside the window. */
function keepInside(event: KeyboardEvent, panel: HTMLElement | null): void {
  const all = [...panel?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []].filter((one) =>
    one.offsetParent !== null || one.getClientRects().length > 0
  );
  const root = panel?.getRootNode() as ShadowRoot | undefined;
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (root?.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}
