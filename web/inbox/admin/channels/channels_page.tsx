/**
 * "Administration › Canaux": what leaves by e-mail and SMS, and a message that tries it out.
 * @module
 */
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { loaded } from "../../load.ts";
import { Card, Page } from "../../page.tsx";
import { type AdminApi, callAdmin } from "../admin_api.ts";
import { type NamedInbox, reachedInboxes } from "../reached_inboxes.ts";
import { adminWords } from "../words.ts";
import { ChannelTest } from "./channel_test.tsx";
import { words } from "./words.ts";

/** A channel. */
export type ChannelView = AdminApi["GET /admin/channels"]["data"][number];

/** The page. */
export function ChannelsPage() {
  const channels = useResource(() => loaded(callAdmin("GET /admin/channels")));
  const inboxes = useResource(() => loaded(reachedInboxes()));
  return (
    <Page title={adminWords.value.channels} hint={words.value.hint}>
      <ResourceView of={channels}>
        {(rows) =>
          rows.map((row) => <ChannelCard key={row.channel} channel={row} inboxes={inboxes.value ?? []} />)}
      </ResourceView>
    </Page>
  );
}

function ChannelCard({ channel: { channel, available, from, server, inboxId }, inboxes }: {
  readonly channel: ChannelView;
  readonly inboxes: readonly NamedInbox[];
}) {
  const t = words.value;
  return (
    <Card
      title={t[channel]}
      actions={
        <span class={`badge ${available ? "badge-success" : ""}`}>{available ? t.ready : t.notReady}</span>
      }
    >
      {available
        ? (
          <>
            <dl class="facts">
              <dt>{t.from}</dt>
              <dd>{from}</dd>
              <dt>{t.server}</dt>
              <dd>{server}</dd>
              <dt>{t.inbox}</dt>
              <dd dir="auto">
                {inboxId === null ? t.firstInbox : inboxes.find(({ id }) => id === inboxId)?.name ?? inboxId}
              </dd>
            </dl>
            <ChannelTest channel={channel} />
          </>
        )
        : <p class="notice">{channel === "email" ? t.howEmail : t.howSms}</p>}
    </Card>
  );
}
