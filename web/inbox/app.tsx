/**
 * Shows the area that the address names, to who may see it: those with a frame to who is signed in, the others to whoever
 * comes. An area that was left is gone; its own state outlives it where it wants to.
 * @module
 */
import { computed, effect, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { Button } from "../kit/button.tsx";
import { address, go } from "../kit/router.ts";
import { Toasts } from "../kit/toasts.tsx";
import type { Area } from "./area.ts";
import { AREAS, LOST } from "./areas.ts";
import { Frame } from "./frame/frame.tsx";
import { sessionState } from "./session/session.ts";
import { SignInAgain } from "./session/sign_in_again.tsx";
import { words } from "./words.ts";

type Loading = { readonly Area: ComponentType } | "loading" | "failed";

const modules = signal<ReadonlyMap<string, Loading>>(new Map());

const current = computed<Area>(() => {
  const [path = "/"] = address.value.split("?");
  return AREAS.find((area) => area.matches(path)) ?? LOST;
});

function put(name: string, loading: Loading): void {
  modules.value = new Map(modules.value).set(name, loading);
}

async function load(area: Area): Promise<void> {
  put(area.name, "loading");
  try {
    put(area.name, await area.load());
  } catch {
    put(area.name, "failed");
  }
}

/** Loads what the address names, and leads who is not signed in to where they can. Call it once. */
export function followAreas(): void {
  effect(() => {
    const { value: area } = current;
    if (area.stands === "framed") {
      const { is } = sessionState.value;
      if (is === "out") {
        const from = address.peek();
        go(from === "/" ? "/connexion" : `/connexion?vers=${encodeURIComponent(from)}`, { replace: true });
      }
      // Loading goes on beside asking who is there: a first page shows sooner.
    }
    if (!modules.peek().has(area.name)) void load(area);
  });
}

function Shown({ area }: { readonly area: Area }) {
  const t = words.value;
  const loading = modules.value.get(area.name);
  if (loading === undefined || loading === "loading") {
    return <p class="page-wait" role="status">{t.loading}</p>;
  }
  if (loading === "failed") {
    return (
      <div class="page-wait" role="alert">
        <h1>{t.areaFailed}</h1>
        <p>{t.areaFailedHint}</p>
        <p class="form-actions">
          <Button look="primary" label={t.retry} onPress={() => load(area)} />
          <Button label={t.reload} onPress={() => location.reload()} />
        </p>
      </div>
    );
  }
  return <loading.Area />;
}

/** The whole page. */
export function App() {
  const t = words.value;
  const { value: area } = current;
  const { value: state } = sessionState;
  return (
    <>
      {area.stands === "alone" ? <Shown key={area.name} area={area} /> : "who" in state
        ? (
          <Frame>
            <Shown key={area.name} area={area} />
          </Frame>
        )
        : (
          <div class="page-wait" role="status">
            {state.is === "away"
              ? (
                <>
                  <strong>{t.serverAway}</strong>
                  <p>{t.serverAwayHint}</p>
                </>
              )
              : <p>{t.loading}</p>}
          </div>
        )}
      {state.is === "ended" && area.stands === "framed" && <SignInAgain who={state.who} />}
      <Toasts closeLabel={t.close} />
    </>
  );
}
