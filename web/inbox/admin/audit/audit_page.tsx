/**
 * "Administration › Journal": who changed what, the latest first.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { DataTable } from "../../../kit/data_table.tsx";
import { formatFull } from "../../../kit/format.ts";
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { holdSigns, language } from "../../../kit/words.ts";
import { loaded } from "../../load.ts";
import { Card, Empty, Page } from "../../page.tsx";
import { type AdminApi, type AuditAction, callAdmin } from "../admin_api.ts";
import { useFresh } from "../use_fresh.ts";
import { adminWords } from "../words.ts";
import { words } from "./words.ts";

type AuditPage = AdminApi["GET /admin/audit"]["data"];

/** The page. */
export function AuditLogPage() {
  const t = words.value;
  const fault = useSignal<string | undefined>(undefined);
  const log = useResource(() => loaded(callAdmin("GET /admin/audit")));
  const shown = useRef(log.value);
  shown.current = log.value;
  // Whoever went further back keeps their place.
  const isLonger = useRef(false);
  useFresh({ refresh: async () => isLonger.current ? undefined : await log.refresh() });

  async function more(known: AuditPage): Promise<void> {
    const before = known.changes.at(-1)?.no;
    const wasLonger = isLonger.current;
    isLonger.current = true;
    const older = await loaded(
      callAdmin("GET /admin/audit", { query: before === undefined ? {} : { before: String(before) } }),
    );
    fault.value = older.ok ? undefined : older.message;
    isLonger.current = wasLonger || older.ok;
    if (!older.ok) return;
    // What was asked for before may have come meanwhile.
    const [first] = known.changes;
    const newer = shown.current?.changes.filter(({ no }) => first !== undefined && no > first.no) ?? [];
    log.put({
      changes: [...newer, ...known.changes, ...older.value.changes],
      more: older.value.more,
    });
  }

  return (
    <Page title={adminWords.value.audit} hint={t.hint}>
      <Card title={adminWords.value.audit} class="card-bare">
        <ResourceView of={log}>
          {(known) =>
            known.changes.length === 0 ? <Empty>{t.none}</Empty> : (
              <>
                <DataTable
                  caption={adminWords.value.audit}
                  rows={known.changes}
                  keyOf={({ no }) => String(no)}
                  columns={[
                    {
                      id: "what",
                      head: t.what,
                      isMain: true,
                      cell: ({ action, subject, detail }) => (
                        <>
                          {t.actions[action]}{" "}
                          <span class="row-subject" dir="auto">
                            {action === "channel.tested" ? t.channels[subject] ?? subject : subject}
                          </span>
                          {detail !== null && (
                            <div class="row-note" dir="auto">{detailInWords(action, detail)}</div>
                          )}
                        </>
                      ),
                    },
                    {
                      id: "by",
                      head: t.by,
                      cell: ({ by }) =>
                        by === null
                          ? <span class="muted">{t.commandLine}</span>
                          : <span dir="auto">{by}</span>,
                    },
                    { id: "at", head: t.at, cell: ({ at }) => <time dateTime={at}>{formatFull(at)}</time> },
                  ]}
                />
                {fault.value !== undefined && <p class="notice notice-danger" role="alert">{fault.value}</p>}
                {known.more && (
                  <div class="form-actions">
                    <Button label={t.more} onPress={() => more(known)} />
                  </div>
                )}
              </>
            )}
        </ResourceView>
      </Card>
    </Page>
  );
}

/**
 * How a person was changed is kept as `name: …, role: agent, inboxes: 2`, how a site was as `origins, accent`, a token as
 * `write, rest + mcp`; every other detail is a role, or a name or a colour.
 */
function detailInWords(action: AuditAction, detail: string): string {
  const t = words.value;
  if (action === "person.invited" || action === "person.added") return t.roles[detail] ?? detail;
  if (action === "token.created") return detail.replace(/\w+/g, (word) => t.token[word] ?? word);
  if (action === "site.changed") return detail.replace(/\w+/g, (word) => t.site[word] ?? word);
  if (action !== "person.changed") return detail;
  return detail.replace(
    /(^|, )(name|role|inboxes): /g,
    (_, before: string, key: string) =>
      holdSigns(`${before}${t.changed[key]}${language.value === "fr" ? " : " : ": "}`),
  )
    .replace(/(?<=r[oô]le\s?: )(agent|supervisor)\b/, (role) => t.roles[role] ?? role);
}
