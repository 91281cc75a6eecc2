/**
 * Who else is at this conversation: above all whoever of the team writes in it now; and whether its visitor does, which is
 * told apart, since it asks for no care.
 * @module
 */
import type { ComponentChildren } from "preact";
import { desk } from "../desk.ts";
import { deskWords } from "../words.ts";
import { isolated } from "../thread/event_line.tsx";

/** The line; nothing where nobody else is there. */
export function PresenceLine({ conversationId, contact }: {
  readonly conversationId: string;
  readonly contact: { readonly id: string; readonly name: string };
}) {
  const t = deskWords.value;
  const others = desk().presences.at(conversationId);
  const team = others.filter(({ id }) => id !== contact.id);
  const names = (state: "looking" | "writing") =>
    team.filter((one) => one.state === state).map(({ name }) => isolated(name)).join(t.and);
  const writing = names("writing");
  const looking = names("looking");
  return (
    <p class="presence" role="status">
      {writing !== ""
        ? <Writing class="presence-writing">{t.writing(writing)}</Writing>
        : looking !== ""
        ? <span>{t.looking(looking)}</span>
        : null}
      {team.length < others.length && <Writing>{t.visitorWriting(isolated(contact.name))}</Writing>}
    </p>
  );
}

function Writing(props: { readonly class?: string; readonly children: ComponentChildren }) {
  return (
    <span class={props.class}>
      <span class="presence-dots" aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      {props.children}
    </span>
  );
}
