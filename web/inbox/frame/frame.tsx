/**
 * The frame around what a signed-in person sees: the navigation at the side, or below on a narrow window.
 * @module
 */
import { BookOpenText, MessagesSquare, Settings2 } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "../../kit/icon.tsx";
import { address } from "../../kit/router.ts";
import { under } from "../area.ts";
import { me } from "../session/session.ts";
import { words } from "../words.ts";
import { AccountMenu } from "./account_menu.tsx";
import { bellSlot, type NavigationLink, unreadSlot } from "./slots.ts";

const LINKS: readonly NavigationLink[] = [
  {
    href: "/",
    label: () => words.value.conversations,
    icon: MessagesSquare,
    isHere: (path) => path === "/" || under("/conversations")(path),
  },
  {
    href: "/admin",
    label: () => words.value.administration,
    icon: Settings2,
    // An advisor finds the tokens that they made there; the pages themselves say what is a supervisor's.
    isHere: under("/admin"),
  },
  {
    href: "/reference",
    label: () => words.value.reference,
    icon: BookOpenText,
    isHere: under("/reference"),
  },
];

/** The frame. What is inside is the page's `main`. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const t = words.value;
  const [path = "/"] = address.value.split("?");
  const Bell = bellSlot.value;
  const waiting = unreadSlot.value;
  return (
    <div class="frame">
      <a class="skip-link" href="#content" target="_self">{t.skip}</a>
      <nav class="rail" aria-label={t.navigation}>
        {LINKS.filter(({ isFor }) => isFor === undefined || me.value?.role === isFor).map((link) => {
          const isHere = link.isHere(path);
          return (
            <a
              key={link.href}
              class="rail-link"
              href={link.href}
              title={link.label()}
              aria-label={link.label()}
              aria-current={isHere ? "page" : undefined}
            >
              <Icon of={link.icon} />
              {link.href === "/" && waiting > 0 && <span class="rail-dot" aria-hidden="true" />}
            </a>
          );
        })}
        <span class="rail-space" />
        {Bell !== undefined && <Bell />}
        <AccountMenu />
      </nav>
      <main class="frame-main" id="content" tabIndex={-1}>{children}</main>
    </div>
  );
}
