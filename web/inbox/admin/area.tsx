/**
 * `/admin`: its pages and the way between them. An advisor keeps the tokens that they made; the rest is for supervisors.
 * @module
 */
import { CodeXml, Globe, Inbox, MessageSquareText, ScrollText, Send, UsersRound } from "lucide";
import type { IconNode } from "lucide";
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../kit/icon.tsx";
import { address } from "../../kit/router.ts";
import { me } from "../session/session.ts";
import { Area as Lost } from "../frame/lost_area.tsx";
import { Page } from "../page.tsx";
import { AuditLogPage } from "./audit/audit_page.tsx";
import { ChannelsPage } from "./channels/channels_page.tsx";
import { InboxesPage } from "./inboxes/inboxes_page.tsx";
import { PeoplePage } from "./people/people_page.tsx";
import { RepliesPage } from "./replies/replies_page.tsx";
import { SitesPage } from "./sites/sites_page.tsx";
import { CreatedTokenDialog } from "./tokens/created_token.tsx";
import { TokensPage } from "./tokens/tokens_page.tsx";
import { adminWords } from "./words.ts";

interface Section {
  readonly path: string;
  readonly name: "tokens" | "inboxes" | "people" | "replies" | "sites" | "channels" | "audit";
  readonly icon: IconNode;
  readonly page: ComponentType;
  readonly isFor?: "supervisor";
}

const SECTIONS: readonly [Section, ...Section[]] = [
  { path: "/admin/api", name: "tokens", icon: CodeXml, page: TokensPage },
  { path: "/admin/boites", name: "inboxes", icon: Inbox, page: InboxesPage, isFor: "supervisor" },
  { path: "/admin/agents", name: "people", icon: UsersRound, page: PeoplePage, isFor: "supervisor" },
  {
    path: "/admin/reponses",
    name: "replies",
    icon: MessageSquareText,
    page: RepliesPage,
    isFor: "supervisor",
  },
  { path: "/admin/sites", name: "sites", icon: Globe, page: SitesPage, isFor: "supervisor" },
  { path: "/admin/canaux", name: "channels", icon: Send, page: ChannelsPage, isFor: "supervisor" },
  { path: "/admin/journal", name: "audit", icon: ScrollText, page: AuditLogPage, isFor: "supervisor" },
];

/** The administration: `/admin` shows its first page. */
export function Area() {
  const t = adminWords.value;
  const [path = ""] = address.value.split("?");
  const role = me.value?.role;
  const isOpen = ({ isFor }: Section) => isFor === undefined || isFor === role;
  const section = path === "/admin" ? SECTIONS[0] : SECTIONS.find((one) => one.path === path);
  const here = useRef<HTMLAnchorElement>(null);
  // On a narrow window the way between the pages is wider than it.
  useEffect(() => here.current?.scrollIntoView({ block: "nearest", inline: "center" }), [section?.path]);
  return (
    <div class="admin">
      <nav class="admin-nav" aria-label={t.sections}>
        {SECTIONS.filter(isOpen).map(({ path: href, name, icon }) => (
          <a
            key={href}
            href={href}
            ref={href === section?.path ? here : null}
            aria-current={href === section?.path ? "page" : undefined}
          >
            <Icon of={icon} />
            <span>{t[name]}</span>
          </a>
        ))}
      </nav>
      {section === undefined
        ? <Lost />
        : isOpen(section)
        ? <section.page key={section.path} />
        : (
          <Page title={t[section.name]}>
            <p class="notice">{t.supervisorOnly}</p>
          </Page>
        )}
      <CreatedTokenDialog />
    </div>
  );
}
