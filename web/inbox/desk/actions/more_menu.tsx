/**
 * What is done less often: moving it, its priority, reading marks, its link.
 * @module
 */
import { ChevronsUp, Ellipsis, Inbox, Link, Mail, MailOpen } from "lucide";
import { MenuItem, Popover } from "../../../kit/menu.tsx";
import { desk } from "../desk.ts";
import type { Details, Priority } from "../types.ts";
import { menus } from "../ui.ts";
import { deskWords } from "../words.ts";
import { copy, mark, prioritise, transfer } from "./actions.ts";

const PRIORITIES: readonly Priority[] = ["urgent", "high", "normal", "low"];

/** The button and its menu. */
export function MoreMenu({ details }: { readonly details: Details }) {
  const t = deskWords.value;
  const { id, inbox, unread, priority } = details;
  const inboxes = desk().directory.inboxes.value;
  return (
    <Popover kind="menu" label={t.more} icon={Ellipsis} isIconOnly isOpen={menus.more} align="end">
      {(close) => {
        const after = (run: () => unknown) => () => {
          close();
          return run();
        };
        return (
          <>
            <MenuItem
              icon={unread ? MailOpen : Mail}
              label={unread ? t.markRead : t.markUnread}
              onPress={after(() => mark(id, unread))}
            />
            <MenuItem
              icon={Link}
              label={t.copyLink}
              onPress={after(() => copy(new URL(`/conversations/${id}`, location.origin).href))}
            />
            <div class="menu-group" role="group" aria-label={t.priority}>
              <span class="menu-heading" aria-hidden="true">{t.priority}</span>
              {PRIORITIES.map((one) => (
                <MenuItem
                  key={one}
                  icon={one === "urgent" ? ChevronsUp : undefined}
                  label={t.priorities[one]}
                  isChosen={one === priority}
                  onPress={after(() => prioritise(id, one))}
                />
              ))}
            </div>
            {inboxes.length > 0 && (
              <div class="menu-group" role="group" aria-label={t.transfer}>
                <span class="menu-heading" aria-hidden="true">{t.transfer}</span>
                {inboxes.map((one) => (
                  <MenuItem
                    key={one.id}
                    icon={Inbox}
                    label={one.name}
                    isChosen={one.id === inbox?.id}
                    onPress={after(() => transfer(id, one.id))}
                  />
                ))}
              </div>
            )}
          </>
        );
      }}
    </Popover>
  );
}
