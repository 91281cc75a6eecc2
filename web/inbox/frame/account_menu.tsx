/**
 * The menu of the person at the page: their account, language, theme, and the way out.
 * @module
 */
import { LogOut, UserRound } from "lucide";
import { MenuItem, Popover } from "../../kit/menu.tsx";
import { go } from "../../kit/router.ts";
import { type Theme, theme } from "../../kit/theme.ts";
import { toast } from "../../kit/toasts.tsx";
import { type LanguageChoice, languageChoice } from "../../kit/words.ts";
import { me, prefer, signOut } from "../session/session.ts";
import type { Preferences } from "../session/session_api.ts";
import { faultInWords, words } from "../words.ts";
import { Avatar } from "./avatar.tsx";

/** The menu and its button. */
export function AccountMenu() {
  const t = words.value;
  const person = me.value;
  if (person === undefined) return null;

  const choose = (wanted: Partial<Preferences>) =>
    prefer(wanted).catch((error) => toast(faultInWords(error), { look: "danger" }));
  const leave = () =>
    signOut().then(
      () => go("/connexion"),
      (error) => toast(`${t.signOutFailed} ${faultInWords(error)}`, { look: "danger" }),
    );
  const languages: readonly (readonly [LanguageChoice, string])[] = [
    ["auto", t.languageAuto],
    ["fr", "Français"],
    ["en", "English"],
  ];
  const themes: readonly (readonly [Theme, string])[] = [
    ["auto", t.themeAuto],
    ["light", t.themeLight],
    ["dark", t.themeDark],
  ];

  return (
    <Popover
      kind="menu"
      label={t.accountOf(person.name)}
      side="beside"
      align="end"
      class="account-menu"
      face={<Avatar name={person.name} seed={person.id} />}
    >
      {(close) => (
        <>
          <div class="menu-who" role="presentation">
            <strong dir="auto">{person.name}</strong>
            <span>{person.role === "supervisor" ? t.supervisor : t.advisor}</span>
          </div>
          <MenuItem
            label={t.account}
            icon={UserRound}
            onPress={() => {
              close();
              go("/compte");
            }}
          />
          <div class="menu-group" role="group" aria-label={t.language}>
            <span class="menu-heading" aria-hidden="true">{t.language}</span>
            {languages.map(([value, label]) => (
              <MenuItem
                key={value}
                label={label}
                isChosen={languageChoice.value === value}
                onPress={() => choose({ language: value })}
              />
            ))}
          </div>
          <div class="menu-group" role="group" aria-label={t.theme}>
            <span class="menu-heading" aria-hidden="true">{t.theme}</span>
            {themes.map(([value, label]) => (
              <MenuItem
                key={value}
                label={label}
                isChosen={theme.value === value}
                onPress={() => choose({ theme: value })}
              />
            ))}
          </div>
          <div class="menu-group" role="group" aria-label={t.signOut}>
            <MenuItem label={t.signOut} icon={LogOut} onPress={leave} />
          </div>
        </>
      )}
    </Popover>
  );
}
