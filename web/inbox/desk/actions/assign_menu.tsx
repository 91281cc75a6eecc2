/**
 * Who it is given to: the colleagues who serve its inbox, found by a few letters.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Undo2, UserRoundPlus } from "lucide";
import { fold } from "../../../../base/text.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Popover } from "../../../kit/menu.tsx";
import { Avatar } from "../../frame/avatar.tsx";
import { desk } from "../desk.ts";
import type { Details } from "../types.ts";
import { menus } from "../ui.ts";
import { deskWords } from "../words.ts";
import { assign } from "./actions.ts";
import { PickList } from "./pick_list.tsx";

/** The button, which shows who has it, and the picker. */
export function AssignMenu({ details }: { readonly details: Details }) {
  const t = deskWords.value;
  const { id, assignee, inbox } = details;
  const { directory, me } = desk();
  const query = useSignal("");
  const label = assignee === null ? t.assign : t.assignedTo(assignee.id === me ? t.you : assignee.name);
  return (
    <Popover
      label={label}
      isOpen={menus.assign}
      align="end"
      class="assign-menu"
      {...assignee === null
        ? { icon: UserRoundPlus, isIconOnly: true }
        : { face: <Avatar name={assignee.name} seed={assignee.id} class="avatar-small" /> }}
    >
      {(close) => {
        const wanted = fold(query.value.trim());
        const people = directory.servants(inbox?.id ?? null)
          .filter(({ name }) => fold(name).includes(wanted))
          .toSorted((a, b) => Number(b.id === me) - Number(a.id === me));
        const choose = (agentId: string | null) => {
          query.value = "";
          close();
          return assign(id, agentId);
        };
        return (
          <PickList
            label={t.assignTo}
            placeholder={t.findAdvisor}
            query={query}
            empty={t.noAdvisor}
            picks={[
              ...people.map((person) => ({
                id: person.id,
                label: person.id === me ? t.me(person.name) : person.name,
                face: <Avatar name={person.name} seed={person.id} class="avatar-small" />,
                isChosen: person.id === assignee?.id,
                run: () => choose(person.id),
              })),
              ...(assignee !== null && wanted === ""
                ? [{
                  id: "nobody",
                  label: t.assignNobody,
                  face: (
                    <span class="pick-face">
                      <Icon of={Undo2} />
                    </span>
                  ),
                  run: () => choose(null),
                }]
                : []),
            ]}
          />
        );
      }}
    </Popover>
  );
}
