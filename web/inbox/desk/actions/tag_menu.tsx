/**
 * Its tags: those that are declared, and any other that is typed.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Tag as TagIcon } from "lucide";
import { fold } from "../../../../base/text.ts";
import { Popover } from "../../../kit/menu.tsx";
import { TagChip } from "../details/tag_chip.tsx";
import { desk } from "../desk.ts";
import type { Details } from "../types.ts";
import { menus } from "../ui.ts";
import { deskWords } from "../words.ts";
import { addTag, removeTag } from "./actions.ts";
import { PickList } from "./pick_list.tsx";

/** Longest label (contract: messagerie §3). */
const MAX_TAG = 60;

/** The button and the picker. What is chosen is added, and what it has already taken away. */
export function TagMenu({ details }: { readonly details: Details }) {
  const t = deskWords.value;
  const { id, tags } = details;
  const query = useSignal("");
  return (
    <Popover label={t.tag} icon={TagIcon} isIconOnly isOpen={menus.tag} align="end" class="tag-menu">
      {() => {
        const typed = query.value.trim();
        const wanted = fold(typed);
        const declared = desk().directory.tags.value;
        const own = tags.filter(({ label }) => !declared.some((tag) => fold(tag.label) === fold(label)));
        const all = [...own, ...declared].filter(({ label }) => fold(label).includes(wanted));
        const has = (label: string) => tags.some((tag) => fold(tag.label) === fold(label));
        const isNew = typed !== "" && !all.some(({ label }) => fold(label) === wanted);
        return (
          <PickList
            label={t.tags}
            placeholder={t.tagName}
            query={query}
            empty={t.addTag}
            maxLength={MAX_TAG}
            picks={[
              ...all.map((tag) => ({
                id: tag.label,
                label: "",
                face: <TagChip tag={tag} />,
                isChosen: has(tag.label),
                run: () => has(tag.label) ? removeTag(id, tag.label) : addTag(id, tag.label),
              })),
              ...(isNew
                ? [{
                  id: "new",
                  label: t.createTag(typed),
                  run: () => {
                    query.value = "";
                    return addTag(id, typed);
                  },
                }]
                : []),
            ]}
          />
        );
      }}
    </Popover>
  );
}
