/**
 * A page that stands by itself, before anybody is signed in: one card, and the language.
 * @module
 */
import { MessagesSquare } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../../kit/icon.tsx";
import { language, languageChoice } from "../../kit/words.ts";
import { placeTitle } from "../frame/slots.ts";
import { words } from "./words.ts";

/** The card. */
export function Door(props: {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly children: ComponentChildren;
}) {
  const { title, hint, children } = props;
  useEffect(() => {
    placeTitle(title);
  }, [title]);
  return (
    <main class="door">
      <div class="door-brand">
        <span class="door-mark">
          <Icon of={MessagesSquare} />
        </span>
        Messagerie
      </div>
      <div class="door-card">
        <div class="door-head">
          <h1>{title}</h1>
          {hint && <p class="door-hint">{hint}</p>}
        </div>
        {children}
      </div>
      <div class="door-foot" role="group" aria-label={words.value.language}>
        {([["fr", "Français"], ["en", "English"]] as const).map(([code, name]) => (
          <button
            key={code}
            type="button"
            class="link-button"
            lang={code}
            aria-pressed={language.value === code ? "true" : "false"}
            onClick={() => languageChoice.value = code}
          >
            {name}
          </button>
        ))}
      </div>
    </main>
  );
}
