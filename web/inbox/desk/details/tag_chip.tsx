/**
 * A tag in its colour.
 * @module
 */
import { X } from "lucide";
import { Icon } from "../../../kit/icon.tsx";
import type { Tag } from "../types.ts";
import { deskWords } from "../words.ts";
import { safeColor, textOn } from "./tag_color.ts";

/** The tag, with a button that takes it away where it may be. */
export function TagChip({ tag, onRemove }: { readonly tag: Tag; readonly onRemove?: () => unknown }) {
  const color = safeColor(tag.color);
  return (
    <span class="tag-chip" style={{ backgroundColor: color, color: textOn(color) }}>
      <bdi class="tag-label">{tag.label}</bdi>
      {onRemove !== undefined && (
        <button
          type="button"
          class="tag-remove"
          aria-label={deskWords.value.removeTag(tag.label)}
          title={deskWords.value.removeTag(tag.label)}
          onClick={() => onRemove()}
        >
          <Icon of={X} />
        </button>
      )}
    </span>
  );
}
