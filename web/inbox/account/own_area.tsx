/**
 * `/compte`: one's own account.
 * @module
 */
import { ResourceView, useResource } from "../../kit/resource.tsx";
import { loaded } from "../load.ts";
import { Page } from "../page.tsx";
import { callAccount } from "./account_api.ts";
import { PasswordCard } from "./password_card.tsx";
import { PreferencesCard } from "./preferences_card.tsx";
import { ProfileCard } from "./profile_card.tsx";
import { SessionsCard } from "./sessions_card.tsx";
import { words } from "./words.ts";

/** The account of who is signed in. */
export function Area() {
  const account = useResource(() => loaded(callAccount("GET /account")));
  return (
    <Page title={words.value.account}>
      <ResourceView of={account}>
        {(value) => (
          <>
            <ProfileCard account={value} />
            <PreferencesCard />
            <PasswordCard login={value.login} />
            <SessionsCard />
          </>
        )}
      </ResourceView>
    </Page>
  );
}
