/**
 * Language, theme, and how one is told of what is new. Each choice is kept at once.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Checkbox, SelectField } from "../../kit/choice.tsx";
import { toast } from "../../kit/toasts.tsx";
import { prefer, preferences } from "../session/session.ts";
import type { Preferences } from "../session/session_api.ts";
import { faultInWords } from "../words.ts";
import { Card } from "../page.tsx";
import { words } from "./words.ts";

/** The card. */
export function PreferencesCard() {
  const t = words.value;
  const isDenied = useSignal(false);
  const kept = preferences.value;
  if (kept === undefined) return null;
  const hasNotifications = "Notification" in globalThis;

  async function keep(wanted: Partial<Preferences>): Promise<void> {
    try {
      await prefer(wanted);
    } catch (error) {
      toast(faultInWords(error), { look: "danger" });
    }
  }

  /** The browser asks the person itself, and only when they have just asked for it. */
  async function keepDesktop(isWanted: boolean): Promise<void> {
    isDenied.value = isWanted && await Notification.requestPermission() !== "granted";
    if (!isDenied.value) await keep({ desktop: isWanted });
  }

  return (
    <Card title={t.preferences} hint={t.preferencesHint}>
      <div class="form form-narrow">
        <SelectField
          label={t.languageLabel}
          name="language"
          value={kept.language}
          onValue={(language) => keep({ language })}
          options={[
            { value: "auto", label: t.languageAuto },
            { value: "fr", label: "Français" },
            { value: "en", label: "English" },
          ]}
        />
        <SelectField
          label={t.themeLabel}
          name="theme"
          value={kept.theme}
          onValue={(theme) => keep({ theme })}
          options={[
            { value: "auto", label: t.themeAuto },
            { value: "light", label: t.themeLight },
            { value: "dark", label: t.themeDark },
          ]}
        />
        <Checkbox
          isSwitch
          label={t.sound}
          hint={t.soundHint}
          value={kept.sound}
          onValue={(sound) => keep({ sound })}
        />
        <Checkbox
          isSwitch
          label={t.desktop}
          hint={hasNotifications ? t.desktopHint : t.desktopUnsupported}
          disabled={!hasNotifications}
          value={kept.desktop}
          onValue={keepDesktop}
        />
        {isDenied.value && <p class="notice notice-warning" role="alert">{t.desktopDenied}</p>}
      </div>
    </Card>
  );
}
