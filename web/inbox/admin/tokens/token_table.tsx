/**
 * Tokens in a table: what each opens, when it was used last, until when.
 * @module
 */
import { Ban } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { DataTable } from "../../../kit/data_table.tsx";
import { formatDay, formatFull, formatRelative } from "../../../kit/format.ts";
import type { AdminApi } from "../admin_api.ts";
import { adminWords } from "../words.ts";
import { words } from "./words.ts";

/** A token as it is listed. */
export type TokenView = AdminApi["GET /admin/tokens"]["data"][number];

/** The table. */
export function TokenTable({ tokens, inboxes, onRevoke }: {
  readonly tokens: readonly TokenView[];
  readonly inboxes: readonly { readonly id: string; readonly name: string }[];
  readonly onRevoke: (token: TokenView) => void;
}) {
  const t = words.value;
  const nameOf = (id: string) =>
    inboxes.find((inbox) => inbox.id === id)?.name ?? adminWords.value.unknownInbox;
  return (
    <DataTable
      caption={adminWords.value.tokens}
      rows={tokens}
      keyOf={({ id }) => id}
      isFaded={({ state }) => state !== "active"}
      columns={[
        {
          id: "label",
          head: t.label,
          isMain: true,
          cell: ({ label, prefix, state, revokedAt }) => (
            <>
              <span dir="auto">{label}</span> {state !== "active" && (
                <span
                  class="badge"
                  title={revokedAt === null ? undefined : t.revokedOn(formatFull(revokedAt))}
                >
                  {t.states[state]}
                </span>
              )}
              <br />
              <code class="muted">{prefix}</code>
            </>
          ),
        },
        {
          id: "access",
          head: t.access,
          cell: ({ access }) => access === "write" ? t.write : t.read,
        },
        {
          id: "surfaces",
          head: t.surfaces,
          cell: ({ surfaces }) => (
            <span class="badges">
              {surfaces.includes("mcp") && <span class="badge">{t.mcp}</span>}
              {surfaces.includes("rest") && <span class="badge">{t.rest}</span>}
            </span>
          ),
        },
        {
          id: "inboxes",
          head: t.inboxes,
          cell: ({ inboxIds }) =>
            inboxIds === null
              ? adminWords.value.allInboxes
              : inboxIds.length > 2
              ? <span title={inboxIds.map(nameOf).join(", ")}>{t.inboxCount(inboxIds.length)}</span>
              : <span dir="auto">{inboxIds.map(nameOf).join(", ")}</span>,
        },
        {
          id: "used",
          head: t.lastUsed,
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null
              ? <span class="muted">{adminWords.value.never}</span>
              : (
                <span title={`${formatFull(lastUsedAt)} — ${t.lastUsedHint}`}>
                  {formatRelative(lastUsedAt)}
                </span>
              ),
        },
        {
          id: "expires",
          head: t.expires,
          cell: ({ expiresAt }) =>
            expiresAt === null
              ? <span class="muted">{adminWords.value.never}</span>
              : <span title={formatFull(expiresAt)}>{formatDay(expiresAt)}</span>,
        },
        {
          id: "by",
          head: t.createdBy,
          cell: ({ createdBy, createdAt }) => (
            <span dir="auto" title={formatFull(createdAt)}>{createdBy.name}</span>
          ),
        },
        {
          id: "actions",
          head: adminWords.value.actions,
          isActions: true,
          cell: (token) =>
            token.revokedAt === null && (
              <Button
                icon={Ban}
                label={t.revoke}
                aria-label={t.revokeOf(token.label)}
                onPress={() => onRevoke(token)}
              />
            ),
        },
      ]}
    />
  );
}
