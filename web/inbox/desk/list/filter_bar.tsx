/**
 * What the list is narrowed by: an inbox, somebody, a tag. What is chosen stands beside the button and can be taken away.
 * @module
 */
import { ListFilter, X } from "lucide";
import { SelectField } from "../../../kit/choice.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Popover } from "../../../kit/menu.tsx";
import { me } from "../../session/session.ts";
import { desk } from "../desk.ts";
import { menus, show, view } from "../ui.ts";
import { deskWords } from "../words.ts";

type Filter = "inbox" | "assignee" | "tag";

function choose(name: Filter, value: string): void {
  show({ ...view.value, [name]: value === "" ? undefined : value }, { replace: true });
}

function chosenFilters(): readonly (readonly [Filter, string])[] {
  const t = deskWords.value;
  const { directory } = desk();
  const { value: shown } = view;
  const person = (id: string) => directory.colleagues.value.find((one) => one.id === id)?.name ?? "…";
  return [
    ...(shown.inbox === undefined
      ? []
      : [["inbox", directory.inboxes.value.find(({ id }) => id === shown.inbox)?.name ?? "…"] as const]),
    ...(shown.assignee === undefined
      ? []
      : [["assignee", shown.assignee === "none" ? t.nobody : person(shown.assignee)] as const]),
    ...(shown.tag === undefined ? [] : [["tag", shown.tag] as const]),
  ];
}

/** The button, and what there is to choose. */
export function FilterMenu() {
  const t = deskWords.value;
  const { directory } = desk();
  const { value: shown } = view;
  return (
    <Popover
      label={t.filters}
      icon={ListFilter}
      isIconOnly
      align="end"
      class="filter-menu"
      isOpen={menus.filters}
    >
      {() => (
        <div class="popover-form">
          <SelectField
            label={t.filterInbox}
            value={shown.inbox ?? ""}
            onValue={(value) => choose("inbox", value)}
            options={[
              { value: "", label: t.any },
              ...directory.inboxes.value.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <SelectField
            label={t.filterAssignee}
            value={shown.assignee ?? ""}
            onValue={(value) => choose("assignee", value)}
            options={[
              { value: "", label: t.anybody },
              { value: "none", label: t.nobody },
              ...directory.colleagues.value.map(({ id, name }) => ({
                value: id,
                label: id === me.value?.id ? t.me(name) : name,
              })),
            ]}
          />
          <SelectField
            label={t.filterTag}
            value={shown.tag ?? ""}
            onValue={(value) => choose("tag", value)}
            options={[
              { value: "", label: t.any },
              ...directory.tags.value.map(({ label }) => ({ value: label, label })),
              ...(shown.tag !== undefined && !directory.tags.value.some(({ label }) => label === shown.tag)
                ? [{ value: shown.tag, label: shown.tag }]
                : []),
            ]}
          />
        </div>
      )}
    </Popover>
  );
}

/** What is chosen, each with a way to take it back; nothing where nothing is. */
export function FilterChips() {
  const t = deskWords.value;
  const chosen = chosenFilters();
  if (chosen.length === 0) return null;
  return (
    <div class="filter-bar" role="group" aria-label={t.filters}>
      {chosen.map(([name, label]) => (
        <button
          key={name}
          type="button"
          class="filter-chip"
          aria-label={t.removeFilter(label)}
          title={t.removeFilter(label)}
          onClick={() => choose(name, "")}
        >
          <bdi>{label}</bdi>
          <Icon of={X} />
        </button>
      ))}
    </div>
  );
}
