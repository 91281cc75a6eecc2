/**
 * The person's agents: connected, looked after, removed.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Bot, Plus } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { address, go } from "../../kit/router.ts";
import { agents, app, phase } from "../state.ts";
import { AgentRow } from "./agent_row.tsx";
import { ConnectDialog } from "./connect_dialog.tsx";
import { MadeAgent } from "./made_agent.tsx";
import { shownOnce } from "./shown_once.ts";
import { words } from "./words.ts";

/** The list, and the way to one more. */
export function AgentsPage() {
  const t = words.value;
  const isConnecting = useSignal(address.value.endsWith("?connecter"));
  const canChange = phase.value === "ready";
  useEffect(() => void app.run("refreshAgents", {}), []);
  const close = () => {
    isConnecting.value = false;
    // What follows may have led elsewhere already.
    if (address.value === "/agents?connecter") go("/agents", { replace: true });
  };
  return (
    <main class="page" id="main" tabIndex={-1}>
      <header class="page-head">
        <h1>{t.title}</h1>
        {canChange && agents.value.length > 0 && (
          <Button
            look="primary"
            icon={Plus}
            label={t.connect}
            onPress={() => isConnecting.value = true}
          />
        )}
      </header>
      {agents.value.length === 0
        ? (
          <div class="empty">
            <span class="empty-icon">
              <Icon of={Bot} />
            </span>
            <h2>{t.none}</h2>
            <p>{t.intro}</p>
            <p>{t.noneHint}</p>
            {canChange && (
              <Button
                look="primary"
                icon={Plus}
                label={t.connect}
                onPress={() => isConnecting.value = true}
              />
            )}
          </div>
        )
        : (
          <>
            <p class="secondary">{t.intro}</p>
            <ul class="cards">
              {agents.value.map((agent) => <AgentRow key={agent.id} agent={agent} canChange={canChange} />)}
            </ul>
          </>
        )}
      {shownOnce.value !== null && <MadeAgent {...shownOnce.value} onClose={() => shownOnce.value = null} />}
      {isConnecting.value && <ConnectDialog onClose={close} />}
    </main>
  );
}
