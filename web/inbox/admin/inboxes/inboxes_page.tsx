/**
 * "Administration › Boîtes de réception".
 * @module
 */
import { useSignal } from "@preact/signals";
import { Pencil, Plus, Trash2 } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { ConfirmDialog } from "../../../kit/confirm_dialog.tsx";
import { DataTable } from "../../../kit/data_table.tsx";
import { formatNumber } from "../../../kit/format.ts";
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { faultOf, loaded } from "../../load.ts";
import { Card, Empty, Page } from "../../page.tsx";
import { type AdminApi, callAdmin } from "../admin_api.ts";
import { useFresh } from "../use_fresh.ts";
import { adminWords } from "../words.ts";
import { InboxForm } from "./inbox_form.tsx";
import { words } from "./words.ts";

type ManagedInbox = AdminApi["GET /admin/inboxes"]["data"][number];

/** The page. */
export function InboxesPage() {
  const t = words.value;
  const common = adminWords.value;
  const edited = useSignal<ManagedInbox | "new" | undefined>(undefined);
  const asked = useSignal<ManagedInbox | undefined>(undefined);
  const inboxes = useResource(() => loaded(callAdmin("GET /admin/inboxes")));
  const sites = useResource(() => loaded(callAdmin("GET /admin/sites")));
  useFresh(inboxes, sites);
  const removed = asked.value;
  const siteName = (id: string | null) => sites.value?.find((site) => site.id === id)?.name ?? "—";
  return (
    <Page
      title={common.inboxes}
      hint={t.hint}
      actions={
        <Button
          look="primary"
          icon={Plus}
          label={t.add}
          onPress={() => void (edited.value = "new")}
        />
      }
    >
      <Card title={common.inboxes} class="card-bare">
        <ResourceView of={inboxes}>
          {(rows) =>
            rows.length === 0 ? <Empty>{t.none}</Empty> : (
              <DataTable
                caption={common.inboxes}
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  {
                    id: "name",
                    head: common.name,
                    isMain: true,
                    cell: ({ name, description }) => (
                      <>
                        <span dir="auto">{name}</span>
                        {description !== "" && <div class="row-note" dir="auto">{description}</div>}
                      </>
                    ),
                  },
                  {
                    id: "site",
                    head: t.site,
                    cell: ({ siteId }) => <span dir="auto">{siteName(siteId)}</span>,
                  },
                  { id: "people", head: t.served, cell: ({ people }) => t.people(people) },
                  {
                    id: "conversations",
                    head: t.conversations,
                    cell: ({ conversations }) => formatNumber(conversations),
                  },
                  {
                    id: "actions",
                    head: common.actions,
                    isActions: true,
                    cell: (inbox) => (
                      <>
                        <Button
                          look="quiet"
                          icon={Pencil}
                          isIconOnly
                          label={t.changeOf(inbox.name)}
                          onPress={() => void (edited.value = inbox)}
                        />
                        <Button
                          look="quiet"
                          icon={Trash2}
                          isIconOnly
                          label={t.removeOf(inbox.name)}
                          onPress={() => void (asked.value = inbox)}
                        />
                      </>
                    ),
                  },
                ]}
              />
            )}
        </ResourceView>
      </Card>
      {edited.value !== undefined && (
        <InboxForm
          inbox={edited.value === "new" ? undefined : edited.value}
          sites={sites.value ?? []}
          onDone={() => void inboxes.reload()}
          onClose={() => void (edited.value = undefined)}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t.removeOf(removed.name)}
          confirmLabel={common.remove}
          onClose={() => void (asked.value = undefined)}
          onConfirm={async () => {
            const fault = await faultOf(
              callAdmin("DELETE /admin/inboxes/{id}", { params: { id: removed.id } }),
            );
            if (fault === undefined) toast(t.removed(removed.name));
            void inboxes.reload();
            return fault;
          }}
        >
          <p dir="auto">{t.removeBody(removed.name)}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
