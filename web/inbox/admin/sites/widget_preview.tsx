/**
 * How a site's bubble looks, in small.
 * @module
 */
import { MessageCircle } from "lucide";
import { Icon } from "../../../kit/icon.tsx";
import { readableOn } from "../readable_on.ts";
import { words } from "./words.ts";

/** The picture. It does nothing, and says so to nobody: the fields beside it have the same words. */
export function WidgetPreview({ site, accent, greeting }: {
  readonly site: string;
  readonly accent: string;
  readonly greeting: string;
}) {
  const t = words.value;
  const colors = { backgroundColor: accent, color: readableOn(accent) };
  return (
    <figure class="widget-preview" aria-hidden="true">
      <figcaption class="muted">{t.preview}</figcaption>
      <div class="widget-preview-window">
        <div class="widget-preview-head" style={colors}>{site.trim() || "…"}</div>
        <div class="widget-preview-body">
          <p dir="auto">{greeting.trim() || t.defaultGreeting}</p>
        </div>
        <div class="widget-preview-foot">{t.previewWrite}</div>
      </div>
      <span class="widget-preview-bubble" style={colors}>
        <Icon of={MessageCircle} />
      </span>
    </figure>
  );
}
