/**
 * "Administration › API et MCP": the tokens, and a new one.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Plus } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { ConfirmDialog } from "../../../kit/confirm_dialog.tsx";
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { faultOf, loaded } from "../../load.ts";
import { Card, Empty, Page } from "../../page.tsx";
import { callAdmin } from "../admin_api.ts";
import { reachedInboxes } from "../reached_inboxes.ts";
import { useFresh } from "../use_fresh.ts";
import { adminWords } from "../words.ts";
import { shownToken } from "./created_token.tsx";
import { TokenForm } from "./token_form.tsx";
import { TokenTable, type TokenView } from "./token_table.tsx";
import { words } from "./words.ts";

/** The page. */
export function TokensPage() {
  const t = words.value;
  const isMaking = useSignal(false);
  const asked = useSignal<TokenView | undefined>(undefined);
  const tokens = useResource(() => loaded(callAdmin("GET /admin/tokens")));
  const inboxes = useResource(() => loaded(reachedInboxes()));
  useFresh(tokens, inboxes);
  const isShowing = shownToken.value !== undefined;
  useEffect(() => {
    if (isShowing) void tokens.reload();
  }, [isShowing]);

  const revoked = asked.value;
  return (
    <Page
      title={adminWords.value.tokens}
      hint={t.hint}
      actions={
        <Button
          look="primary"
          icon={Plus}
          label={t.newToken}
          onPress={() => void (isMaking.value = true)}
        />
      }
    >
      <ResourceView of={tokens}>
        {(rows) => {
          const inUse = rows.filter(({ state }) => state === "active");
          const past = rows.filter(({ state }) => state !== "active");
          const table = (some: readonly TokenView[]) => (
            <TokenTable
              tokens={some}
              inboxes={inboxes.value ?? []}
              onRevoke={(token) => void (asked.value = token)}
            />
          );
          return (
            <>
              <Card title={t.inUse}>
                {inUse.length === 0 ? <Empty>{t.none}</Empty> : table(inUse)}
              </Card>
              {past.length > 0 && (
                <details class="card past">
                  <summary>{t.showPast(past.length)}</summary>
                  {table(past)}
                </details>
              )}
            </>
          );
        }}
      </ResourceView>
      {isMaking.value && (
        <TokenForm
          inboxes={inboxes.value ?? []}
          onClose={() => void (isMaking.value = false)}
        />
      )}
      {revoked !== undefined && (
        <ConfirmDialog
          title={t.revokeOf(revoked.label)}
          confirmLabel={t.revoke}
          onClose={() => void (asked.value = undefined)}
          onConfirm={async () => {
            const fault = await faultOf(
              callAdmin("DELETE /admin/tokens/{id}", { params: { id: revoked.id } }),
            );
            if (fault === undefined) toast(t.revoked(revoked.label));
            void tokens.reload();
            return fault;
          }}
        >
          <p dir="auto">{t.revokeBody(revoked.label)}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
