/**
 * "Administration › Sites": each with its tag to paste, its origins, its look, its identity secrets.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Plus, Settings2 } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { CopyBlock } from "../../../kit/copy_block.tsx";
import { kitWords } from "../../../kit/kit_words.ts";
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { loaded } from "../../load.ts";
import { Card, Empty, Page } from "../../page.tsx";
import { callAdmin, type SiteView } from "../admin_api.ts";
import { type NamedInbox, reachedInboxes } from "../reached_inboxes.ts";
import { useFresh } from "../use_fresh.ts";
import { adminWords } from "../words.ts";
import { FileRoom } from "./file_room.tsx";
import { IdentitySecrets } from "./identity_secrets.tsx";
import { SiteForm } from "./site_form.tsx";
import { words } from "./words.ts";

/** The page. */
export function SitesPage() {
  const t = words.value;
  const edited = useSignal<SiteView | "new" | undefined>(undefined);
  const sites = useResource(() => loaded(callAdmin("GET /admin/sites")));
  const inboxes = useResource(() => loaded(reachedInboxes()));
  useFresh(sites, inboxes);
  const reload = () => void sites.reload();
  return (
    <Page
      title={adminWords.value.sites}
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
      <ResourceView of={sites}>
        {(rows) =>
          rows.length === 0 ? <Empty>{t.none}</Empty> : rows.map((site) => (
            <SiteCard
              key={site.id}
              site={site}
              inboxes={inboxes.value ?? []}
              onChange={() => void (edited.value = site)}
              onDone={reload}
            />
          ))}
      </ResourceView>
      <FileRoom />
      {edited.value !== undefined && (
        <SiteForm
          site={edited.value === "new" ? undefined : edited.value}
          inboxes={inboxes.value ?? []}
          onDone={reload}
          onClose={() => void (edited.value = undefined)}
        />
      )}
    </Page>
  );
}

function SiteCard({ site, inboxes, onChange, onDone }: {
  readonly site: SiteView;
  readonly inboxes: readonly NamedInbox[];
  readonly onChange: () => void;
  readonly onDone: () => void;
}) {
  const t = words.value;
  const { name, enabled, origins, country, inboxId, snippet } = site;
  const inbox = inboxId === null ? t.firstInbox : inboxes.find(({ id }) => id === inboxId)?.name ?? "…";
  return (
    <Card
      title={name}
      actions={
        <div class="page-actions">
          <span class={`badge ${enabled ? "badge-success" : ""}`}>{enabled ? t.on : t.off}</span>
          <Button icon={Settings2} label={t.change} aria-label={t.changeOf(name)} onPress={onChange} />
        </div>
      }
    >
      {origins.length === 0 && <p class="notice notice-warning">{t.noOrigins}</p>}
      <dl class="facts">
        <dt>{t.origins}</dt>
        <dd>{origins.length === 0 ? "—" : origins.map((origin) => <div key={origin}>{origin}</div>)}</dd>
        <dt>{t.country}</dt>
        <dd>{country}</dd>
        <dt>{t.inbox}</dt>
        <dd dir="auto">{inbox}</dd>
      </dl>
      <CopyBlock
        title={t.snippet}
        text={snippet}
        copyLabel={kitWords.value.copy}
        copiedLabel={kitWords.value.copied}
      />
      <IdentitySecrets site={site} onDone={onDone} />
    </Card>
  );
}
