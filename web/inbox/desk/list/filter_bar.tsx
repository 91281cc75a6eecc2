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

/** The bar. */
export function FilterBar() {
  const t = deskWords.value;
  const { directory } = desk();
  const { value: shown } = view;
  const choose = (name: Filter, value: string) =>
    show({ ...shown, [name]: value === "" ? undefined : value }, { replace: true });

  const person = (id: string) => directory.colleagues.value.find((one) => one.id === id)?.name ?? "…";
  const chosen: readonly (readonly [Filter, string])[] = [
    ...(shown.inbox === undefined
      ? []
      : [["inbox", directory.inboxes.value.find(({ id }) => id === shown.inbox)?.name ?? "…"] as const]),
    ...(shown.assignee === undefined
      ? []
      : [["assignee", shown.assignee === "none" ? t.nobody : person(shown.assignee)] as const]),
    ...(shown.tag === undefined ? [] : [["tag", shown.tag] as const]),
  ];
  return (
    <div class="filter-bar">
      <Popover
        label={t.filters}
        icon={ListFilter}
        class="filter-popover"
        isOpen={menus.filters}
        mark={chosen.length > 0 && <span class="badge">{chosen.length}</span>}
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
