/**
 * What has to be said above every page: no connection, what the channel found out, a newer version.
 * @module
 */
import { Info, RefreshCw, ShieldAlert, TriangleAlert, Unplug } from "lucide";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { isSigningInAgain } from "../account/sign_in_again.ts";
import type { AlertView } from "../app/state_types.ts";
import { alerts, app, connection, handover, phase, say, sayTold, unsent } from "../state.ts";
import { isUpdateReady, takeUpdate } from "../worker/follow_worker.ts";
import { words } from "../words.ts";
import { RemovedBanner } from "./removed_banner.tsx";
import { isNetworkGone } from "./network.ts";
import { useLasting } from "./use_lasting.ts";

/** How long a connection may be away before it is worth a word. */
const CONNECTING_MS = 2_500;
/** The relay wants the password again: trying once more brings nothing. */
const SESSION_OVER: ReadonlySet<string> = new Set(["UNAUTHORIZED", "REVOKED"]);

/** All that is to be said, the gravest first. */
export function Banners() {
  const t = words.value;
  const ranked = alerts.value.toSorted((a, b) => RANK[b.gravity] - RANK[a.gravity]);
  return (
    <div class="banners" role="region" aria-label={t.notices}>
      {phase.value === "removed" && <RemovedBanner />}
      {ranked.map((alert) => <AlertBanner key={`${alert.kind} ${alert.peer}`} alert={alert} />)}
      {phase.value === "ready" && <ConnectionBanner />}
      {handover.value !== null && (
        <div class="banner" role="status">
          <span class="spinner" aria-hidden="true" />
          <p>{t.handover(handover.value.received, handover.value.parts)}</p>
        </div>
      )}
      {isUpdateReady.value && (
        <div class="banner" role="status">
          <Icon of={RefreshCw} />
          <p>{t.updateReady}</p>
          <Button label={t.updateNow} onPress={takeUpdate} />
        </div>
      )}
    </div>
  );
}

const RANK = { danger: 2, warning: 1, notice: 0 } as const;
const ICONS = { danger: ShieldAlert, warning: TriangleAlert, notice: Info } as const;

function AlertBanner({ alert: { kind, peer, gravity, words: text, advice, canDismiss } }: {
  readonly alert: AlertView;
}) {
  return (
    <div class={`banner banner-${gravity}`} role={gravity === "danger" ? "alert" : "status"}>
      <Icon of={ICONS[gravity]} />
      <p>
        <strong>{say(text)}</strong> {advice && say(advice)}
      </p>
      {canDismiss && (
        <Button
          look="quiet"
          label={words.value.understood}
          onPress={() => app.run("dismissAlert", { kind, peer })}
        />
      )}
    </div>
  );
}

function ConnectionBanner() {
  const t = words.value;
  const { state, error } = connection.value;
  const isAway = useLasting(state !== "connected", CONNECTING_MS);
  // Where the browser says that there is no network, it is no passing moment.
  if (state === "connected" || !(isAway || isNetworkGone.value)) return null;
  const isFinal = error?.details["isFinal"] === true;
  const isSessionOver = error !== null && SESSION_OVER.has(error.code);
  // One text: browsers drop a blank of its own after a text that ended with one, and do not bring it back.
  const told = error === null ? t.offlineHint : sayTold(error);
  const text = unsent.value > 0 ? `${told} ${t.unsent(unsent.value)}` : told;
  return (
    <div class={`banner ${isFinal ? "banner-warning" : ""}`} role="status">
      {state === "connecting" ? <span class="spinner" aria-hidden="true" /> : <Icon of={Unplug} />}
      <p>
        <strong>{state === "refused" ? t.refused : t.offline}</strong> {text}
      </p>
      {isSessionOver
        ? <Button label={t.logInAgain} onPress={() => isSigningInAgain.value = true} />
        : <Button look="quiet" label={t.reconnect} onPress={() => app.run("reconnect", {})} />}
    </div>
  );
}
