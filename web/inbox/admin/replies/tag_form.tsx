/**
 * A tag: its name and colour, seen as they will be.
 * @module
 */
import { MAX_TAG } from "../../../../service/messagerie/limits.ts";
import { TextField } from "../../../kit/field.tsx";
import { useForm } from "../../../kit/form.tsx";
import { FormDialog } from "../../../kit/form_dialog.tsx";
import { Tag } from "../../../kit/tag.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { ApiFault } from "../../api/fault.ts";
import { formFault, ownFault } from "../../form_fault.ts";
import { callAdmin, type DeclaredTag } from "../admin_api.ts";
import { ColorField } from "../color_field.tsx";
import { adminWords } from "../words.ts";
import { words } from "./words.ts";

const FIRST_COLOR = "#2563eb";

/** The window. */
export function TagForm({ tag, onDone, onClose }: {
  /** Undefined: a new one. */
  readonly tag: DeclaredTag | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const common = adminWords.value;
  const form = useForm({
    initial: { name: tag?.name ?? "", color: tag?.color ?? FIRST_COLOR },
    check: ({ name }) =>
      ownFault({
        name: !name.trim() ? common.needName : [...name.trim()].length > MAX_TAG && common.tooLong(MAX_TAG),
      }),
    async send({ name, color }) {
      const body = { name: name.trim(), color };
      try {
        if (tag === undefined) await callAdmin("POST /admin/tags", { body });
        else await callAdmin("PATCH /admin/tags/{name}", { params: { name: tag.name }, body });
        toast(common.saved);
        onDone();
        onClose();
        return undefined;
      } catch (error) {
        if (error instanceof ApiFault && error.code === "NAME_TAKEN") return ownFault({ name: common.taken });
        return formFault(error, { name: common.tooLong(MAX_TAG), color: t.badColor });
      }
    },
  });
  const { name, color } = form.values;
  return (
    <FormDialog
      title={tag === undefined ? t.addTag : t.changeTag(tag.name)}
      of={form}
      label={tag === undefined ? common.create : common.save}
      onClose={onClose}
    >
      <TextField
        {...form.bind("name")}
        label={common.name}
        hint={tag === undefined ? undefined : t.changeTagHint}
        maxLength={2 * MAX_TAG}
        autocomplete="off"
        autoFocus
      />
      <ColorField
        {...form.bind("color")}
        label={t.color}
        hint={t.colorHint}
        colors={t.colors}
        otherLabel={t.otherColor}
      />
      <p class="preview-line">
        <span class="muted">{t.preview}</span> <Tag label={name.trim() || t.tag} color={color} />
      </p>
    </FormDialog>
  );
}
