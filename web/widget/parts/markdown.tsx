/**
 * Light Markdown as the widget shows it.
 * @module
 */
import { renderMarkdown, type ShowLink } from "../../messagerie/markdown.tsx";

/** A text of the desk's. */
export function Markdown({ text }: { readonly text: string }) {
  return <>{renderMarkdown(text, showLink)}</>;
}

const showLink: ShowLink = ({ href }, children) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">{children}</a>
);
