/**
 * A tag of a conversation.
 * @module
 */
import { X } from "lucide";
import { Icon } from "../../../kit/icon.tsx";
import { Tag as TagLabel } from "../../../kit/tag.tsx";
import type { Tag } from "../types.ts";
import { deskWords } from "../words.ts";

/** The tag, with a button that takes it away where it may be. */
export function TagChip({ tag, onRemove }: { readonly tag: Tag; readonly onRemove?: () => unknown }) {
  return (
    <TagLabel label={tag.label} color={tag.color} class="tag-chip">
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
    </TagLabel>
  );
}
