/**
 * A new inbox, or another name for one.
 * @module
 */
import { MAX_NAME } from "../../../../service/messagerie/limits.ts";
import { SelectField, TextAreaField } from "../../../kit/choice.tsx";
import { TextField } from "../../../kit/field.tsx";
import { useForm } from "../../../kit/form.tsx";
import { FormDialog } from "../../../kit/form_dialog.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { formFault, ownFault } from "../../form_fault.ts";
import { type AdminApi, callAdmin } from "../admin_api.ts";
import { adminWords } from "../words.ts";
import { words } from "./words.ts";

type ManagedInbox = AdminApi["GET /admin/inboxes"]["data"][number];

/** The window. */
export function InboxForm({ inbox, sites, onDone, onClose }: {
  /** Undefined: a new one. */
  readonly inbox: ManagedInbox | undefined;
  readonly sites: readonly { readonly id: string; readonly name: string }[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const common = adminWords.value;
  const form = useForm({
    initial: { name: inbox?.name ?? "", description: inbox?.description ?? "", siteId: inbox?.siteId ?? "" },
    check: ({ name }) => ownFault({ name: !name.trim() && common.needName }),
    async send({ name, description, siteId }) {
      const texts = { name: name.trim(), description: description.trim() };
      try {
        if (inbox === undefined) {
          await callAdmin("POST /admin/inboxes", {
            body: { ...texts, siteId: siteId === "" ? null : siteId },
          });
        } else await callAdmin("PATCH /admin/inboxes/{id}", { params: { id: inbox.id }, body: texts });
        toast(common.saved);
        onDone();
        onClose();
        return undefined;
      } catch (error) {
        return formFault(error, { name: common.tooLong(MAX_NAME), description: common.tooLong(1_000) });
      }
    },
  });
  return (
    <FormDialog
      title={inbox === undefined ? t.add : t.changeOf(inbox.name)}
      of={form}
      label={inbox === undefined ? common.create : common.save}
      onClose={onClose}
    >
      <TextField {...form.bind("name")} label={common.name} maxLength={MAX_NAME} autoFocus />
      <TextAreaField
        {...form.bind("description")}
        label={common.description}
        hint={t.descriptionHint}
        rows={2}
        maxLength={1_000}
      />
      {inbox === undefined && (
        <SelectField
          {...form.bind("siteId")}
          label={t.site}
          options={[
            { value: "", label: t.noSite },
            ...sites.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </FormDialog>
  );
}
