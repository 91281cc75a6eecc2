/**
 * A canned reply: shortcut, title, text with names to fill in.
 * @module
 */
import { CANNED_VARIABLES, unknownVariables } from "../../../../service/messagerie/admin/canned_variables.ts";
import { MAX_MESSAGE, MAX_SHORTCUT, MAX_TITLE } from "../../../../service/messagerie/limits.ts";
import { Button } from "../../../kit/button.tsx";
import { SelectField, TextAreaField } from "../../../kit/choice.tsx";
import { TextField } from "../../../kit/field.tsx";
import { useForm } from "../../../kit/form.tsx";
import { FormDialog } from "../../../kit/form_dialog.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { ApiFault } from "../../api/fault.ts";
import { formFault, ownFault } from "../../form_fault.ts";
import { callAdmin, type CannedReply } from "../admin_api.ts";
import type { NamedInbox } from "../reached_inboxes.ts";
import { adminWords } from "../words.ts";
import { words } from "./words.ts";

/** The window. */
export function CannedForm({ reply, inboxes, onDone, onClose }: {
  /** Undefined: a new one. */
  readonly reply: CannedReply | undefined;
  readonly inboxes: readonly NamedInbox[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const common = adminWords.value;
  const form = useForm({
    initial: {
      shortcut: reply?.shortcut ?? "",
      title: reply?.title ?? "",
      body: reply?.body ?? "",
      inboxId: reply?.inboxId ?? "",
    },
    check({ shortcut, title, body }) {
      const unknown = unknownVariables(body);
      return ownFault({
        title: !title.trim() && t.needTitle,
        shortcut: !/^\/?[\p{L}\p{N}_-]+$/u.test(shortcut.trim()) && t.badShortcut(MAX_SHORTCUT),
        body: !body.trim() ? t.needBody : unknown.length > 0 && t.badVariables(unknown.join(", ")),
      });
    },
    async send({ inboxId, ...texts }) {
      const body = { ...texts, inboxId: inboxId === "" ? null : inboxId };
      try {
        if (reply === undefined) await callAdmin("POST /admin/canned-replies", { body });
        else await callAdmin("PATCH /admin/canned-replies/{id}", { params: { id: reply.id }, body });
        toast(common.saved);
        onDone();
        onClose();
        return undefined;
      } catch (error) {
        if (error instanceof ApiFault && error.code === "NAME_TAKEN") {
          return ownFault({ shortcut: t.shortcutTaken });
        }
        return formFault(error, {
          shortcut: t.badShortcut(MAX_SHORTCUT),
          title: common.tooLong(MAX_TITLE),
          body: common.tooLong(MAX_MESSAGE),
        });
      }
    },
  });

  /** Where the caret is, or at the end while the text was not touched. */
  function insert(name: string): void {
    const { body } = form.values;
    const area = document.querySelector<HTMLTextAreaElement>("textarea[name=body]");
    const at = area?.selectionStart ?? body.length;
    const text = `{{${name}}}`;
    form.set("body", body.slice(0, at) + text + body.slice(area?.selectionEnd ?? at));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(at + text.length, at + text.length);
    });
  }

  return (
    <FormDialog
      title={reply === undefined ? t.addCanned : t.changeCanned(reply.title)}
      of={form}
      label={reply === undefined ? common.create : common.save}
      onClose={onClose}
    >
      <TextField {...form.bind("title")} label={t.title} maxLength={MAX_TITLE} autoFocus />
      <TextField
        {...form.bind("shortcut")}
        label={t.shortcut}
        hint={t.shortcutHint}
        maxLength={MAX_SHORTCUT + 1}
        autoCapitalize="none"
        autocomplete="off"
        spellcheck={false}
      />
      <TextAreaField
        {...form.bind("body")}
        label={t.body}
        hint={t.bodyHint}
        rows={6}
        maxLength={MAX_MESSAGE}
      />
      <div class="inserts" role="group" aria-label={t.insert}>
        {CANNED_VARIABLES.map((name) => (
          <Button
            key={name}
            class="button-small"
            label={t.variables[name] ?? name}
            aria-label={t.insertOf(t.variables[name] ?? name)}
            onPress={() => insert(name)}
          />
        ))}
      </div>
      <SelectField
        {...form.bind("inboxId")}
        label={t.inbox}
        options={[
          { value: "", label: t.everyInbox },
          ...inboxes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </FormDialog>
  );
}
