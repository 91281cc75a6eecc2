/**
 * The canned replies in a table.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Pencil, Plus, Trash2 } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { ConfirmDialog } from "../../../kit/confirm_dialog.tsx";
import { DataTable } from "../../../kit/data_table.tsx";
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { faultOf, loaded } from "../../load.ts";
import { Card, Empty } from "../../page.tsx";
import { callAdmin, type CannedReply } from "../admin_api.ts";
import { reachedInboxes } from "../reached_inboxes.ts";
import { useFresh } from "../use_fresh.ts";
import { adminWords } from "../words.ts";
import { CannedForm } from "./canned_form.tsx";
import { words } from "./words.ts";

/** The card. */
export function CannedReplies() {
  const t = words.value;
  const common = adminWords.value;
  const edited = useSignal<CannedReply | "new" | undefined>(undefined);
  const asked = useSignal<CannedReply | undefined>(undefined);
  const replies = useResource(() => loaded(callAdmin("GET /canned-replies")));
  const inboxes = useResource(() => loaded(reachedInboxes()));
  useFresh(replies, inboxes);
  const removed = asked.value;
  return (
    <Card
      title={t.cannedTab}
      hint={t.cannedHint}
      actions={
        <Button
          look="primary"
          icon={Plus}
          label={t.addCanned}
          onPress={() => void (edited.value = "new")}
        />
      }
    >
      <ResourceView of={replies}>
        {(rows) =>
          rows.length === 0 ? <Empty>{t.noCanned}</Empty> : (
            <DataTable
              caption={t.cannedTab}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: "title",
                  head: t.title,
                  isMain: true,
                  cell: ({ title, body }) => (
                    <>
                      <span dir="auto">{title}</span>
                      <div class="row-note row-note-cut" dir="auto">{body}</div>
                    </>
                  ),
                },
                { id: "shortcut", head: t.shortcut, cell: ({ shortcut }) => <code>/{shortcut}</code> },
                {
                  id: "inbox",
                  head: t.inbox,
                  cell: ({ inboxId }) => (
                    <span dir="auto">
                      {inboxId === null
                        ? t.everyInbox
                        : inboxes.value?.find(({ id }) => id === inboxId)?.name ?? "…"}
                    </span>
                  ),
                },
                {
                  id: "actions",
                  head: common.actions,
                  isActions: true,
                  cell: (reply) => (
                    <>
                      <Button
                        look="quiet"
                        icon={Pencil}
                        isIconOnly
                        label={t.changeCanned(reply.title)}
                        onPress={() => void (edited.value = reply)}
                      />
                      <Button
                        look="quiet"
                        icon={Trash2}
                        isIconOnly
                        label={t.removeCanned(reply.title)}
                        onPress={() => void (asked.value = reply)}
                      />
                    </>
                  ),
                },
              ]}
            />
          )}
      </ResourceView>
      {edited.value !== undefined && (
        <CannedForm
          reply={edited.value === "new" ? undefined : edited.value}
          inboxes={inboxes.value ?? []}
          onDone={() => void replies.reload()}
          onClose={() => void (edited.value = undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t.removeCanned(removed.title)}
          confirmLabel={common.remove}
          onClose={() => void (asked.value = undefined)}
          onConfirm={async () => {
            const fault = await faultOf(
              callAdmin("DELETE /admin/canned-replies/{id}", { params: { id: removed.id } }),
            );
            if (fault === undefined) toast(t.cannedRemoved(removed.title));
            void replies.reload();
            return fault;
          }}
        >
          <p dir="auto">{t.removeCannedBody(removed.title)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
