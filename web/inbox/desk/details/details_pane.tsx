/**
 * The right pane: who the contact is, what is known of the conversation, what else they wrote.
 * @module
 */
import { BadgeCheck, MessageSquarePlus, Plus, X } from "lucide";
import type { ComponentChildren } from "preact";
import { Button } from "../../../kit/button.tsx";
import { formatFull, formatMoment, formatNumber } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Avatar } from "../../frame/avatar.tsx";
import { removeTag } from "../actions/actions.ts";
import { addressOf } from "../state/view.ts";
import type { Details } from "../types.ts";
import { dialog, isWide, menus, now, toggleDetails, view } from "../ui.ts";
import { deskWords } from "../words.ts";
import { TagChip } from "./tag_chip.tsx";

/** The menu is the thread's, which details may be over. */
function chooseTag(): void {
  if (!isWide.value) toggleDetails(false);
  menus.tag.value = true;
}

/** The pane. */
export function DetailsPane({ details }: { readonly details: Details }) {
  const t = deskWords.value;
  const { id, contact } = details;
  return (
    <aside class="details-pane" aria-label={t.details}>
      <header class="details-head">
        <h2 class="visually-hidden">{t.details}</h2>
        <Avatar name={contact.name} seed={contact.id} class="details-avatar" />
        <div class="details-who">
          <strong>
            <bdi>{contact.name}</bdi>
          </strong>
          <span class={contact.identified ? "details-identified" : "details-stated"}>
            {contact.identified && <Icon of={BadgeCheck} />}
            {contact.identified ? t.identified : t.notIdentified}
          </span>
        </div>
        <Button
          look="quiet"
          icon={X}
          label={t.hideDetails}
          isIconOnly
          class="details-close"
          onPress={() => toggleDetails(false)}
        />
      </header>
      <div class="details-body" tabIndex={0} role="group" aria-label={t.details}>
        <Section title={t.contact}>
          <Facts>
            <Fact label={t.email} value={contact.email} />
            <Fact label={t.phone} value={contact.phone} />
            <Fact label={t.externalId} value={contact.externalId} />
            <Fact label={t.segment} value={contact.segment} />
            <Fact label={t.site} value={contact.site} />
            {contact.attributes.map(({ label, value }, at) => <Fact key={at} label={label} value={value} />)}
          </Facts>
          <Button
            look="quiet"
            icon={MessageSquarePlus}
            label={t.writeFirst}
            onPress={() => dialog.value = { is: "start", contact: { id: contact.id, name: contact.name } }}
          />
        </Section>
        <Section title={t.tags}>
          <div class="details-tags">
            {details.tags.map((tag) => (
              <TagChip
                key={tag.label}
                tag={tag}
                onRemove={() => removeTag(id, tag.label)}
              />
            ))}
            <Button look="quiet" icon={Plus} label={t.addTag} onPress={chooseTag} />
          </div>
        </Section>
        {(details.summary !== null || details.intent !== null || details.sentiment !== null) && (
          <Section title={t.summary}>
            {details.summary !== null && <p dir="auto">{details.summary}</p>}
            <Facts>
              <Fact label={t.intent} value={details.intent} />
              <Fact
                label={t.sentiment}
                value={details.sentiment === null ? null : t.sentiments[details.sentiment]}
              />
            </Facts>
          </Section>
        )}
        <Section title={t.conversation}>
          <Facts>
            <Fact label={t.status} value={t.statuses[details.status]} />
            <Fact label={t.inbox} value={details.inbox?.name ?? t.noInbox} />
            <Fact label={t.filterAssignee} value={details.assignee?.name ?? t.nobody} />
            <Fact label={t.priority} value={t.priorities[details.priority]} />
            <Fact label={t.opened} value={formatFull(details.createdAt)} />
          </Facts>
        </Section>
        <DataSection title={t.data} data={details.data} />
        <DataSection title={t.contactData} data={contact.data} />
        <Section title={t.others}>
          {details.others.length === 0
            ? <p class="details-none">{t.noOthers}</p>
            : (
              <ul class="details-others">
                {details.others.map((other) => (
                  <li key={other.id}>
                    <a href={addressOf({ ...view.value, conversation: other.id })}>
                      <bdi class="details-subject">{other.subject === "" ? t.noSubject : other.subject}</bdi>
                      <span class="details-other-meta">
                        {t.statuses[other.status]} ·{" "}
                        <time dateTime={other.at}>{formatMoment(other.at, now.value)}</time>
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
        </Section>
      </div>
    </aside>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="details-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="details-facts">{children}</dl>;
}

/** Nothing where there is no value. */
function Fact({ label, value }: { readonly label: string; readonly value: string | null }) {
  if (value === null || value === "") return null;
  return (
    <div>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}

function DataSection({ title, data }: { readonly title: string; readonly data: Details["data"] }) {
  const t = deskWords.value;
  const entries = Object.entries(data);
  if (entries.length === 0) return null;
  const inWords = (value: string | number | boolean) =>
    typeof value === "boolean"
      ? (value ? t.yes : t.no)
      : typeof value === "number"
      ? formatNumber(value)
      : value;
  return (
    <Section title={title}>
      <Facts>{entries.map(([name, value]) => <Fact key={name} label={name} value={inWords(value)} />)}</Facts>
    </Section>
  );
}
