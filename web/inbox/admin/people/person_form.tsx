/**
 * An invitation, or somebody's name, role and inboxes.
 * @module
 */
import { MAX_NAME } from "../../../../service/messagerie/limits.ts";
import { CheckboxGroup, RadioGroup } from "../../../kit/choice.tsx";
import { TextField } from "../../../kit/field.tsx";
import { useForm } from "../../../kit/form.tsx";
import { FormDialog } from "../../../kit/form_dialog.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { loginFault } from "../../account/rules.ts";
import { formFault, ownFault } from "../../form_fault.ts";
import { callAdmin } from "../admin_api.ts";
import type { NamedInbox } from "../reached_inboxes.ts";
import { adminWords } from "../words.ts";
import type { PersonView } from "./people_table.tsx";
import type { SentLink } from "./sent_link.tsx";
import { words } from "./words.ts";

/** The window. */
export function PersonForm({ person, inboxes, onInvited, onDone, onClose }: {
  /** Undefined: somebody to invite. */
  readonly person: PersonView | undefined;
  readonly inboxes: readonly NamedInbox[];
  readonly onInvited: (link: SentLink) => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const common = adminWords.value;
  const form = useForm({
    initial: {
      login: person?.login ?? "",
      name: person?.name ?? "",
      role: person?.role ?? "agent" as const,
      inboxIds: person?.inboxIds ?? [],
    },
    check: ({ login, name }) => ownFault({ login: loginFault(login), name: !name.trim() && common.needName }),
    async send({ login, name, role, inboxIds }) {
      try {
        if (person === undefined) {
          onInvited(
            await callAdmin("POST /admin/people", {
              body: { login: login.trim(), name: name.trim(), role, inboxIds: [...inboxIds] },
            }),
          );
        } else {
          await callAdmin("PATCH /admin/people/{id}", {
            params: { id: person.id },
            body: { name: name.trim(), role, inboxIds: [...inboxIds] },
          });
          toast(common.saved);
        }
        onDone();
        onClose();
        return undefined;
      } catch (error) {
        return formFault(error, { login: t.loginTaken, name: common.tooLong(MAX_NAME) });
      }
    },
  });
  return (
    <FormDialog
      title={person === undefined ? t.inviteTitle : t.changeOf(person.name)}
      of={form}
      label={person === undefined ? t.invite : common.save}
      onClose={onClose}
    >
      <TextField
        {...form.bind("name")}
        label={common.name}
        hint={t.nameHint}
        autocomplete="off"
        maxLength={MAX_NAME}
        autoFocus={person === undefined}
      />
      {person === undefined && (
        <TextField
          {...form.bind("login")}
          label={t.login}
          hint={t.loginHint}
          autocomplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={100}
        />
      )}
      <RadioGroup
        {...form.bind("role")}
        label={t.role}
        hint={person === undefined ? undefined : t.changeRoleHint}
        options={[
          { value: "agent", label: t.agent, hint: t.agentHint },
          { value: "supervisor", label: t.supervisor, hint: t.supervisorHint },
        ]}
      />
      {form.values.role === "agent" && (
        <CheckboxGroup
          {...form.bind("inboxIds")}
          label={t.inboxes}
          hint={inboxes.length === 0 ? t.noInboxYet : t.inboxesHint}
          options={inboxes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FormDialog>
  );
}
