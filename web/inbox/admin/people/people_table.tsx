/**
 * The team in a table.
 * @module
 */
import { KeyRound, Pencil, UserCheck, UserX } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { DataTable } from "../../../kit/data_table.tsx";
import { formatFull, formatRelative } from "../../../kit/format.ts";
import { me } from "../../session/session.ts";
import type { AdminApi } from "../admin_api.ts";
import type { NamedInbox } from "../reached_inboxes.ts";
import { adminWords } from "../words.ts";
import { words } from "./words.ts";

/** Somebody of the team. */
export type PersonView = AdminApi["GET /admin/people"]["data"][number];

/** What can be done with somebody. */
export type PersonAction = "change" | "link" | "deactivate" | "activate";

/** The table. */
export function PeopleTable({ people, inboxes, onAction }: {
  readonly people: readonly PersonView[];
  readonly inboxes: readonly NamedInbox[];
  readonly onAction: (action: PersonAction, person: PersonView) => void;
}) {
  const t = words.value;
  const common = adminWords.value;
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => inboxes.find((inbox) => inbox.id === id)?.name ?? common.unknownInbox).join(", ");
  const button = (
    icon: Parameters<typeof Button>[0]["icon"],
    label: string,
    action: PersonAction,
    person: PersonView,
  ) =>
    icon && (
      <Button
        look="quiet"
        icon={icon}
        isIconOnly
        label={label}
        onPress={() => onAction(action, person)}
      />
    );
  return (
    <DataTable
      caption={common.people}
      rows={people}
      keyOf={({ id }) => id}
      isFaded={({ active }) => !active}
      columns={[
        {
          id: "name",
          head: common.name,
          isMain: true,
          cell: ({ id, name, login }) => (
            <>
              <span dir="auto">{name}</span>{" "}
              {id === me.value?.id && <span class="badge badge-accent">{t.you}</span>}
              <div class="row-note" dir="auto">{login}</div>
            </>
          ),
        },
        { id: "role", head: t.role, cell: ({ role }) => role === "supervisor" ? t.supervisor : t.agent },
        {
          id: "inboxes",
          head: t.inboxes,
          cell: ({ role, inboxIds }) =>
            role === "supervisor"
              ? t.all
              : inboxIds.length === 0
              ? <span class="muted">{t.none}</span>
              : <span dir="auto">{namesOf(inboxIds)}</span>,
        },
        { id: "state", head: t.state, cell: (person) => <State person={person} /> },
        {
          id: "seen",
          head: t.lastSeen,
          cell: ({ lastSeenAt }) =>
            lastSeenAt === null
              ? <span class="muted">{common.never}</span>
              : <span title={formatFull(lastSeenAt)}>{formatRelative(lastSeenAt)}</span>,
        },
        {
          id: "actions",
          head: common.actions,
          isActions: true,
          cell: (person) =>
            person.active
              ? (
                <>
                  {button(Pencil, t.changeOf(person.name), "change", person)}
                  {button(KeyRound, t.makeLinkOf(person.name), "link", person)}
                  {button(UserX, t.deactivateOf(person.name), "deactivate", person)}
                </>
              )
              : button(UserCheck, t.activateOf(person.name), "activate", person),
        },
      ]}
    />
  );
}

function State({ person: { active, joined, linkUntil } }: { readonly person: PersonView }) {
  const t = words.value;
  if (!active) return <span class="badge">{t.left}</span>;
  if (joined) return <span class="badge badge-success">{t.active}</span>;
  return (
    <span class="badge badge-warning">
      {linkUntil === null ? t.noPassword : t.invited(formatFull(linkUntil))}
    </span>
  );
}
