/**
 * Until when it is on hold: a few choices, or any date to come.
 * @module
 */
import { useSignal } from "@preact/signals";
import { AlarmClock, AlarmClockOff } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { TextField } from "../../../kit/field.tsx";
import { formatSoon } from "../../../kit/format.ts";
import { MenuItem, Popover } from "../../../kit/menu.tsx";
import type { Details } from "../types.ts";
import { menus } from "../ui.ts";
import { deskWords } from "../words.ts";
import { snooze, wake } from "./actions.ts";
import { localInputValue, snoozeChoices } from "./snooze_dates.ts";

/** The button and its choices. */
export function SnoozeMenu({ details }: { readonly details: Details }) {
  const t = deskWords.value;
  const { id, status } = details;
  const date = useSignal("");
  const fault = useSignal<string | undefined>(undefined);
  const names = {
    hour: t.snoozeHour,
    evening: t.snoozeEvening,
    tomorrow: t.snoozeTomorrow,
    monday: t.snoozeMonday,
    week: t.snoozeWeek,
  };
  return (
    <Popover
      label={t.snooze}
      icon={AlarmClock}
      isIconOnly
      isOpen={menus.snooze}
      align="end"
      class="snooze-menu"
    >
      {(close) => {
        const choose = (until: Date) => {
          fault.value = undefined;
          close();
          return snooze(id, until);
        };
        const shown = date.value === "" ? localInputValue(new Date(Date.now() + 86_400_000)) : date.value;
        const applyDate = () => {
          const until = new Date(shown);
          if (!(until.getTime() > Date.now())) fault.value = t.snoozePast;
          else return choose(until);
        };
        return (
          <>
            <div class="menu-group">
              {status === "pending" && (
                <MenuItem
                  icon={AlarmClockOff}
                  role="button"
                  label={t.wake}
                  onPress={() => {
                    close();
                    return wake(id);
                  }}
                />
              )}
              {snoozeChoices(new Date()).map(({ name, at }) => (
                <MenuItem
                  key={name}
                  role="button"
                  label={names[name]}
                  hint={formatSoon(at.getTime())}
                  onPress={() => choose(at)}
                />
              ))}
            </div>
            <form
              class="popover-form"
              onSubmit={(event) => {
                event.preventDefault();
                void applyDate();
              }}
            >
              <TextField
                label={t.snoozeDate}
                type="datetime-local"
                value={shown}
                onValue={(value) => date.value = value}
                error={fault.value}
              />
              <Button label={t.apply} type="submit" />
            </form>
          </>
        );
      }}
    </Popover>
  );
}
