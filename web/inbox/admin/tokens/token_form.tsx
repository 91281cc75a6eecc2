/**
 * The window "Nouveau jeton": label, access, rights, inboxes, validity.
 * @module
 */
import { MAX_LABEL } from "../../../../service/messagerie/limits.ts";
import { Checkbox, CheckboxGroup, FieldGroup, RadioGroup, SelectField } from "../../../kit/choice.tsx";
import { TextField } from "../../../kit/field.tsx";
import { useForm } from "../../../kit/form.tsx";
import { FormDialog } from "../../../kit/form_dialog.tsx";
import { formFault, ownFault } from "../../form_fault.ts";
import { callAdmin } from "../admin_api.ts";
import { adminWords } from "../words.ts";
import { shownToken } from "./created_token.tsx";
import { expiryOf, isDayToCome, VALIDITIES, type Validity } from "./validity.ts";
import { words } from "./words.ts";

interface Values {
  readonly label: string;
  readonly mcp: boolean;
  readonly rest: boolean;
  readonly access: "read" | "write";
  readonly scope: "all" | "some";
  readonly inboxIds: readonly string[];
  readonly validity: Validity;
  readonly day: string;
}

const INITIAL: Values = {
  label: "",
  mcp: true,
  rest: false,
  access: "read",
  scope: "all",
  inboxIds: [],
  validity: "90",
  day: "",
};

/** The form. `onClose` is called as well once the token is made and shown. */
export function TokenForm({ inboxes, onClose }: {
  readonly inboxes: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}) {
  const t = words.value;
  const form = useForm<Values>({
    initial: INITIAL,
    check: (values) =>
      ownFault({
        label: !values.label.trim()
          ? t.needLabel
          : [...values.label.trim()].length > MAX_LABEL && adminWords.value.tooLong(MAX_LABEL),
        surfaces: !values.mcp && !values.rest && t.needSurface,
        inboxIds: values.scope === "some" && values.inboxIds.length === 0 && t.needInbox,
        day: values.validity === "day" && !isDayToCome(values.day, Date.now()) && t.needDay,
      }),
    async send(values) {
      try {
        shownToken.value = await callAdmin("POST /admin/tokens", {
          body: {
            label: values.label.trim(),
            access: values.access,
            surfaces: (["rest", "mcp"] as const).filter((surface) => values[surface]),
            inboxIds: values.scope === "all" ? null : [...values.inboxIds],
            expiresAt: expiryOf(values.validity, values.day, Date.now()),
          },
        });
        onClose();
        return undefined;
      } catch (error) {
        return formFault(error, {
          label: adminWords.value.tooLong(MAX_LABEL),
          surfaces: t.needSurface,
          expiresAt: t.needDay,
        });
      }
    },
  });
  const { values } = form;
  const validityWords: Record<Validity, string> = {
    30: t.days(30),
    90: t.days(90),
    365: t.year,
    day: t.untilDay,
    never: t.forever,
  };
  return (
    <FormDialog
      title={t.newToken}
      of={form}
      label={adminWords.value.create}
      onClose={onClose}
    >
      <TextField
        {...form.bind("label")}
        label={t.label}
        hint={t.labelHint}
        maxLength={MAX_LABEL}
        autoFocus
      />
      <FieldGroup label={t.surfaces} error={form.fault?.fields?.["surfaces"]}>
        <Checkbox
          name="surfaces"
          label={t.mcp}
          hint={t.mcpHint}
          value={values.mcp}
          onValue={(isOn) => form.set("mcp", isOn)}
        />
        <Checkbox
          name="surfaces"
          label={t.rest}
          hint={t.restHint}
          value={values.rest}
          onValue={(isOn) => form.set("rest", isOn)}
        />
      </FieldGroup>
      <RadioGroup
        {...form.bind("access")}
        label={t.access}
        options={[
          { value: "read", label: t.read, hint: t.readHint },
          { value: "write", label: t.write, hint: t.writeHint },
        ]}
      />
      <RadioGroup
        {...form.bind("scope")}
        label={t.inboxes}
        options={[
          { value: "all", label: t.allInboxes, hint: t.allInboxesHint },
          { value: "some", label: t.someInboxes },
        ]}
      />
      {values.scope === "some" && (
        <CheckboxGroup
          {...form.bind("inboxIds")}
          label={t.whichInboxes}
          hint={inboxes.length === 0 ? t.noInboxYet : undefined}
          options={inboxes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <SelectField
        {...form.bind("validity")}
        label={t.validity}
        options={VALIDITIES.map((value) => ({ value, label: validityWords[value] }))}
      />
      {values.validity === "day" && <TextField {...form.bind("day")} type="date" label={t.day} />}
    </FormDialog>
  );
}
