/**
 * Where an advisor writes: a reply to the visitor, or a note for the team. The two look different, have drafts of their own
 * and are sent by different calls, so that a note never leaves as a reply.
 * @module
 */
import { batch, useSignal } from "@preact/signals";
import { CheckCheck, Paperclip, SendHorizontal, StickyNote } from "lucide";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { codePointLength } from "../../../../base/text.ts";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { pastedFiles } from "../../../kit/pasted_files.ts";
import { me } from "../../session/session.ts";
import type { CannedReply } from "../desk_api.ts";
import { desk } from "../desk.ts";
import { sendKey } from "../palette/keys.ts";
import type { Details } from "../types.ts";
import { composerCalls, composerMode } from "../ui.ts";
import { useCalls } from "../use_calls.ts";
import { deskWords } from "../words.ts";
import { attachFiles, carriesFiles } from "./attach_files.ts";
import { matchingReplies, type Slash, slashAt, withReply } from "./canned.ts";
import { CannedList } from "./canned_list.tsx";
import { PickedList } from "./picked_list.tsx";
import { usePresence } from "./use_presence.ts";

/** Longest reply or note (contract: messagerie §3). */
const MAX_MESSAGE = 10_000;
/** Tallest that the field grows by itself, as a part of the window. */
const TALLEST = 0.4;

/** The composer of one conversation: give it a key of that conversation. */
export function Composer({ details }: { readonly details: Details }) {
  const t = deskWords.value;
  const { id } = details;
  const { drafts, outbox, directory, files } = desk();
  const mode = composerMode.value;
  const picked = mode === "reply" ? files.of(id) : [];
  const picker = useRef<HTMLInputElement>(null);
  const texts = useSignal({ reply: drafts.read(id, "reply"), note: drafts.read(id, "note") });
  const text = texts.value[mode];
  const slash = useSignal<Slash | undefined>(undefined);
  const chosen = useSignal(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const fieldId = useId();
  const presence = usePresence(id);
  const over = codePointLength(text.trim()) - MAX_MESSAGE;
  const canSend = (text.trim() !== "" || picked.length > 0) && over <= 0;
  // A file that comes after the last word would open the conversation again.
  const canResolve = canSend && picked.length === 0;
  const replies = slash.value === undefined || mode === "note" ? [] : matchingReplies(
    directory.cannedReplies.value,
    slash.value.query,
    details.inbox?.id ?? null,
    {
      "contact.name": details.contact.name,
      "contact.email": details.contact.email,
      "agent.name": me.value?.name ?? "",
      "site.name": details.site,
    },
  );
  const isListOpen = slash.value !== undefined && mode === "reply" &&
    (replies.length > 0 || slash.value.query === "");

  function put(next: string): void {
    drafts.write(id, mode, next);
    texts.value = { ...texts.value, [mode]: next };
  }

  useCalls(composerCalls, () => {
    // What was put into the draft elsewhere is here as well.
    texts.value = { reply: drafts.read(id, "reply"), note: drafts.read(id, "note") };
    field.current?.focus();
  });

  useLayoutEffect(() => {
    const { current: box } = field;
    if (box === null) return;
    box.style.height = "auto";
    box.style.height = `${Math.min(box.scrollHeight + 2, innerHeight * TALLEST)}px`;
  }, [text, mode]);

  // Before the next key can be pressed: what is typed then goes on from there.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.focus();
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function send(resolve: boolean): void {
    if (resolve ? !canResolve : !canSend) return;
    // Kept as on its way before the draft goes: at no moment is it nowhere.
    if (text.trim() !== "") void outbox.add({ conversationId: id, kind: mode, text, resolve });
    batch(() => {
      if (mode === "reply") {
        for (const file of files.take(id)) {
          void outbox.add({ conversationId: id, kind: mode, text: "", file, resolve: false });
        }
      }
      put("");
      slash.value = undefined;
      if (mode === "note") composerMode.value = "reply";
    });
    presence.rest();
    field.current?.focus();
  }

  function insert(reply: CannedReply): void {
    if (slash.value === undefined) return;
    const next = withReply(text, slash.value, reply);
    caret.current = next.caret;
    put(next.text);
    slash.value = undefined;
  }

  function lookForSlash(): void {
    const { current: box } = field;
    if (box === null || box.selectionStart !== box.selectionEnd) return;
    const found = slashAt(box.value, box.selectionStart);
    if (found?.query !== slash.value?.query) chosen.value = 0;
    slash.value = found;
  }

  function press(event: KeyboardEvent): void {
    if (isListOpen && replies.length > 0) {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      const reply = replies[Math.min(chosen.value, replies.length - 1)];
      if (step !== 0) {
        event.preventDefault();
        chosen.value = (chosen.value + step + replies.length) % replies.length;
        return;
      }
      if ((event.key === "Enter" || event.key === "Tab") && !event.ctrlKey && !event.metaKey && reply) {
        event.preventDefault();
        insert(reply);
        return;
      }
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (slash.value !== undefined) slash.value = undefined;
      // To the messages: there the arrows scroll and single keys are commands.
      else document.querySelector<HTMLElement>(".thread-list")?.focus();
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      send(event.shiftKey && mode === "reply");
    }
  }

  return (
    <section
      class={`composer composer-${mode}`}
      aria-label={mode === "note" ? t.noteTab : t.replyTo(details.contact.name)}
    >
      <div class="composer-modes" role="group" aria-label={t.mode}>
        <button
          type="button"
          class="composer-mode"
          aria-pressed={mode === "reply"}
          onClick={() => {
            composerMode.value = "reply";
            field.current?.focus();
          }}
        >
          {t.reply}
        </button>
        <button
          type="button"
          class="composer-mode composer-mode-note"
          aria-pressed={mode === "note"}
          onClick={() => {
            composerMode.value = "note";
            field.current?.focus();
          }}
        >
          <Icon of={StickyNote} />
          {t.noteTab}
        </button>
        {mode === "reply" && details.status === "resolved" && (
          <span class="composer-hint">{t.resolvedHint}</span>
        )}
      </div>
      {isListOpen && (
        <CannedList
          id={`${fieldId}-list`}
          replies={replies}
          chosen={Math.min(chosen.value, replies.length - 1)}
          onChoose={insert}
        />
      )}
      <textarea
        ref={field}
        id={fieldId}
        class="composer-field"
        dir="auto"
        rows={2}
        value={text}
        aria-label={mode === "note" ? t.notePlaceholder : t.replyTo(details.contact.name)}
        placeholder={mode === "note" ? t.notePlaceholder : t.replyPlaceholder(t.channels[details.channel])}
        aria-invalid={over > 0 ? "true" : undefined}
        aria-describedby={over > 0 ? `${fieldId}-over` : undefined}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isListOpen ? `${fieldId}-list` : undefined}
        aria-activedescendant={isListOpen && replies.length > 0
          ? `${fieldId}-list-${Math.min(chosen.value, replies.length - 1)}`
          : undefined}
        onPaste={({ clipboardData }) => {
          const files = pastedFiles(clipboardData);
          if (files.length > 0) attachFiles(details, files);
        }}
        onInput={(event) => {
          put(event.currentTarget.value);
          lookForSlash();
          presence.writes();
        }}
        onClick={lookForSlash}
        onKeyDown={press}
        onBlur={() => slash.value = undefined}
      />
      {picked.length > 0 && (
        <PickedList
          files={picked}
          onRemove={(key) => {
            files.remove(id, key);
            field.current?.focus();
          }}
        />
      )}
      <div class="composer-foot">
        {mode === "reply" && carriesFiles(details) && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={({ currentTarget }) => {
                attachFiles(details, currentTarget.files ?? []);
                currentTarget.value = "";
              }}
            />
            <Button
              look="quiet"
              class="composer-attach"
              icon={Paperclip}
              isIconOnly
              label={t.attach}
              onPress={() => picker.current?.click()}
            />
          </>
        )}
        {over > 0
          ? <span id={`${fieldId}-over`} class="field-error" role="alert">{t.tooLong(over)}</span>
          : <span class="composer-hint composer-key">{t.sendHint(sendKey())}</span>}
        {mode === "reply" && details.status !== "resolved" && (
          <Button
            look="quiet"
            class="composer-resolve"
            icon={CheckCheck}
            label={t.sendAndResolve}
            title={t.sendAndResolve}
            disabled={!canResolve}
            onPress={() => send(true)}
          />
        )}
        <Button
          look="primary"
          class={mode === "note" ? "button-note" : ""}
          icon={mode === "note" ? StickyNote : SendHorizontal}
          label={mode === "note" ? t.keepNote : t.send}
          disabled={!canSend}
          onPress={() => send(false)}
        />
      </div>
    </section>
  );
}
