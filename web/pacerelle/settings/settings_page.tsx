/**
 * The settings: of this browser, of the account, of what this device keeps.
 * @module
 */
import type { ComponentChildren } from "preact";
import { VERSION } from "../../../base/version.ts";
import { SelectField } from "../../kit/choice.tsx";
import { theme } from "../../kit/theme.ts";
import { languageChoice } from "../../kit/words.ts";
import { account, phase, tab } from "../state.ts";
import { LogOutCard } from "./log_out_card.tsx";
import { NotificationsCard } from "./notifications_card.tsx";
import { PasswordForm } from "./password_form.tsx";
import { enterChoice } from "./preferences.ts";
import { RecoveryCard } from "./recovery_card.tsx";
import { StorageCard } from "./storage_card.tsx";
import { words } from "./words.ts";

/** The page. */
export function SettingsPage() {
  const t = words.value;
  const isReady = phase.value === "ready";
  return (
    <main class="page" id="main" tabIndex={-1}>
      <header class="page-head">
        <h1>{t.title}</h1>
      </header>
      <Card title={t.look}>
        <SelectField
          label={t.theme}
          options={optionsOf(t.themes)}
          value={theme.value}
          onValue={(value) => theme.value = value}
        />
        <SelectField
          label={t.language}
          options={optionsOf(t.languages)}
          value={languageChoice.value}
          onValue={(value) => languageChoice.value = value}
        />
        <SelectField
          label={t.enter}
          options={optionsOf(t.enters)}
          value={enterChoice.value}
          onValue={(value) => enterChoice.value = value}
        />
      </Card>
      {isReady && (
        <>
          <Card title={t.notifications}>
            <NotificationsCard />
          </Card>
          <Card title={t.account}>
            <p>
              <bdi>{t.signedInAs(account.value?.email ?? "")}</bdi>
              <br />
              <bdi class="secondary">{t.thisDevice(account.value?.device.name ?? "")}</bdi>
            </p>
            <PasswordForm />
          </Card>
          <Card title={t.recovery}>
            <RecoveryCard />
          </Card>
        </>
      )}
      <Card title={t.storage}>
        <StorageCard />
      </Card>
      {isReady && (
        <Card title={t.logOut}>
          <LogOutCard />
        </Card>
      )}
      <footer class="page-foot secondary">
        <p>{t.version(VERSION)}</p>
        {tab.value === "follows" && <p>{t.tabFollows}</p>}
      </footer>
    </main>
  );
}

function optionsOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): readonly { readonly value: Value; readonly label: string }[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
}

function Card({ title, children }: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="settings-card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
