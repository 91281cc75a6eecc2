/**
 * Where one is signed in, and an end to it.
 * @module
 */
import { useSignal } from "@preact/signals";
import { LogOut } from "lucide";
import { Button } from "../../kit/button.tsx";
import { ConfirmDialog } from "../../kit/confirm_dialog.tsx";
import { DataTable } from "../../kit/data_table.tsx";
import { formatFull, formatRelative } from "../../kit/format.ts";
import { ResourceView, useResource } from "../../kit/resource.tsx";
import { toast } from "../../kit/toasts.tsx";
import { loaded } from "../load.ts";
import { Card } from "../page.tsx";
import { sessionState } from "../session/session.ts";
import { faultInWords } from "../words.ts";
import { callAccount, type SessionEntry } from "./account_api.ts";
import { deviceName } from "./device_name.ts";
import { words } from "./words.ts";

/** The card. */
export function SessionsCard() {
  const t = words.value;
  const current = "who" in sessionState.value ? sessionState.value.who.sessionId : "";
  const asked = useSignal<SessionEntry | "others" | undefined>(undefined);
  const sessions = useResource(() => loaded(callAccount("GET /sessions")), current);

  async function end(which: SessionEntry | "others"): Promise<string | undefined> {
    try {
      if (which === "others") {
        for (const { id } of sessions.value ?? []) {
          if (id !== current) await callAccount("DELETE /sessions/{id}", { params: { id } });
        }
      } else await callAccount("DELETE /sessions/{id}", { params: { id: which.id } });
      toast(t.sessionEnded);
      return undefined;
    } catch (error) {
      return faultInWords(error);
    } finally {
      void sessions.reload();
    }
  }

  const isOthers = sessions.value?.some(({ id }) => id !== current) ?? false;
  const which = asked.value;
  return (
    <Card
      title={t.sessions}
      hint={t.sessionsHint}
      actions={isOthers && (
        <Button
          icon={LogOut}
          label={t.endOthers}
          onPress={() => void (asked.value = "others")}
        />
      )}
    >
      <ResourceView of={sessions}>
        {(rows) => (
          <DataTable
            caption={t.sessions}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                id: "device",
                head: t.device,
                isMain: true,
                cell: ({ id, userAgent }) => (
                  <>
                    <span title={userAgent}>{deviceName(userAgent)}</span>{" "}
                    {id === current && <span class="badge badge-accent">{t.thisDevice}</span>}
                  </>
                ),
              },
              {
                id: "seen",
                head: t.lastSeen,
                cell: ({ seenAt }) => <span title={formatFull(seenAt)}>{formatRelative(seenAt)}</span>,
              },
              { id: "made", head: t.signedInAt, cell: ({ createdAt }) => formatFull(createdAt) },
              {
                id: "actions",
                head: t.actions,
                isActions: true,
                cell: (session) =>
                  session.id !== current && (
                    <Button
                      label={t.endSession}
                      aria-label={t.endSessionOf(deviceName(session.userAgent))}
                      onPress={() => void (asked.value = session)}
                    />
                  ),
              },
            ]}
          />
        )}
      </ResourceView>
      {which !== undefined && (
        <ConfirmDialog
          title={which === "others" ? t.endOthers : t.endSessionOf(deviceName(which.userAgent))}
          confirmLabel={which === "others" ? t.endOthers : t.endSession}
          onConfirm={() => end(which)}
          onClose={() => asked.value = undefined}
        >
          <p>{which === "others" ? t.endOthersBody : t.endSessionBody(deviceName(which.userAgent))}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
