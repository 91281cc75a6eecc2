/**
 * The declared tags in a table.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Pencil, Plus, Trash2 } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { ConfirmDialog } from "../../../kit/confirm_dialog.tsx";
import { DataTable } from "../../../kit/data_table.tsx";
import { formatNumber } from "../../../kit/format.ts";
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { Tag } from "../../../kit/tag.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { faultOf, loaded } from "../../load.ts";
import { Card, Empty } from "../../page.tsx";
import { callAdmin, type DeclaredTag } from "../admin_api.ts";
import { useFresh } from "../use_fresh.ts";
import { adminWords } from "../words.ts";
import { TagForm } from "./tag_form.tsx";
import { words } from "./words.ts";

/** The card. */
export function DeclaredTags() {
  const t = words.value;
  const common = adminWords.value;
  const edited = useSignal<DeclaredTag | "new" | undefined>(undefined);
  const asked = useSignal<DeclaredTag | undefined>(undefined);
  const tags = useResource(() => loaded(callAdmin("GET /admin/tags")));
  useFresh(tags);
  const removed = asked.value;
  return (
    <Card
      title={t.tagsTab}
      hint={t.tagsHint}
      actions={
        <Button
          look="primary"
          icon={Plus}
          label={t.addTag}
          onPress={() => void (edited.value = "new")}
        />
      }
    >
      <ResourceView of={tags}>
        {(rows) =>
          rows.length === 0 ? <Empty>{t.noTags}</Empty> : (
            <DataTable
              caption={t.tagsTab}
              rows={rows}
              keyOf={({ name }) => name}
              columns={[
                {
                  id: "name",
                  head: t.tag,
                  isMain: true,
                  cell: ({ name, color }) => <Tag label={name} color={color} />,
                },
                { id: "color", head: t.color, cell: ({ color }) => <code>{color}</code> },
                {
                  id: "conversations",
                  head: t.conversations,
                  cell: ({ conversations }) => formatNumber(conversations),
                },
                {
                  id: "actions",
                  head: common.actions,
                  isActions: true,
                  cell: (tag) => (
                    <>
                      <Button
                        look="quiet"
                        icon={Pencil}
                        isIconOnly
                        label={t.changeTag(tag.name)}
                        onPress={() => void (edited.value = tag)}
                      />
                      <Button
                        look="quiet"
                        icon={Trash2}
                        isIconOnly
                        label={t.removeTag(tag.name)}
                        onPress={() => void (asked.value = tag)}
                      />
                    </>
                  ),
                },
              ]}
            />
          )}
      </ResourceView>
      {edited.value !== undefined && (
        <TagForm
          tag={edited.value === "new" ? undefined : edited.value}
          onDone={() => void tags.reload()}
          onClose={() => void (edited.value = undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t.removeTag(removed.name)}
          confirmLabel={t.takeBack}
          onClose={() => void (asked.value = undefined)}
          onConfirm={async () => {
            const fault = await faultOf(
              callAdmin("DELETE /admin/tags/{name}", { params: { name: removed.name } }),
            );
            if (fault === undefined) toast(t.tagRemoved(removed.name));
            void tags.reload();
            return fault;
          }}
        >
          <p dir="auto">{t.removeTagBody(removed.name, formatNumber(removed.conversations))}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
