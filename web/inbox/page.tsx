/**
 * How a page that is no list of conversations is laid out: a head, and cards below it.
 * @module
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { placeTitle } from "./frame/slots.ts";

/** A page: its heading, what it is for, what can be begun here. */
export function Page(props: {
  readonly title: string;
  readonly hint?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { title, hint, actions, children } = props;
  useEffect(() => {
    placeTitle(title);
    return () => placeTitle("");
  }, [title]);
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          {hint && <p class="page-hint">{hint}</p>}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A card of a page. */
export function Card(props: {
  readonly title: string;
  readonly hint?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const { title, hint, actions, class: extra = "", children } = props;
  const id = useId();
  return (
    <section class={`card ${extra}`} aria-labelledby={id}>
      <div class="card-head">
        <div>
          <h2 id={id} dir="auto">{title}</h2>
          {hint && <p class="page-hint">{hint}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** What a list says that holds nothing. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
