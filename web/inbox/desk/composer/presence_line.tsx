/**
 * Who else is at this conversation: above all whoever writes in it now.
 * @module
 */
import { desk } from "../desk.ts";
import { deskWords } from "../words.ts";
import { isolated } from "../thread/event_line.tsx";

/** The line; nothing where nobody else is there. */
export function PresenceLine({ conversationId }: { readonly conversationId: string }) {
  const t = deskWords.value;
  const others = desk().presences.at(conversationId);
  const names = (state: "looking" | "writing") =>
    others.filter((one) => one.state === state).map(({ name }) => isolated(name)).join(t.and);
  const writing = names("writing");
  const looking = names("looking");
  return (
    <p class="presence" role="status">
      {writing !== ""
        ? (
          <span class="presence-writing">
            <span class="presence-dots" aria-hidden="true">
              <span />
              <span />
              <span />
            </span>
            {t.writing(writing)}
          </span>
        )
        : looking !== ""
        ? <span>{t.looking(looking)}</span>
        : null}
    </p>
  );
}
