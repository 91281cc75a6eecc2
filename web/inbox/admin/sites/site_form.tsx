/**
 * A site: its name, where its bubble may open, and how that looks, seen at once.
 * @module
 */
import { MAX_NAME } from "../../../../service/messagerie/limits.ts";
import { MAX_GREETING } from "../../../../service/messagerie/widget/limits.ts";
import { Checkbox, SelectField, TextAreaField } from "../../../kit/choice.tsx";
import { TextField } from "../../../kit/field.tsx";
import { useForm } from "../../../kit/form.tsx";
import { FormDialog } from "../../../kit/form_dialog.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { language } from "../../../kit/words.ts";
import { formFault, ownFault } from "../../form_fault.ts";
import { callAdmin, type SiteView } from "../admin_api.ts";
import { ColorField } from "../color_field.tsx";
import type { NamedInbox } from "../reached_inboxes.ts";
import { adminWords } from "../words.ts";
import { WidgetPreview } from "./widget_preview.tsx";
import { words } from "./words.ts";

/** The lines of a text that hold something. */
function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

/** Whether a line is an origin as browsers write it, give or take a slash at its end. */
function isOrigin(line: string): boolean {
  const url = URL.parse(line);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.pathname === "/" &&
    url.search === "" && url.hash === "" && url.username === "" && !url.hostname.includes("*");
}

function initialOf(site: SiteView | undefined) {
  return {
    name: site?.name ?? "",
    country: site?.country ?? "FR",
    enabled: site?.enabled ?? true,
    ai: site?.ai ?? false,
    origins: site?.origins.join("\n") ?? "",
    inboxId: site?.inboxId ?? "",
    accent: site?.accent ?? "#1d4ed8",
    "greeting.fr": site?.greeting.fr ?? "",
    "greeting.en": site?.greeting.en ?? "",
  };
}

/** The window. */
export function SiteForm({ site, inboxes, onDone, onClose }: {
  /** Undefined: a new one. */
  readonly site: SiteView | undefined;
  readonly inboxes: readonly NamedInbox[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const common = adminWords.value;
  const form = useForm({
    initial: initialOf(site),
    check: ({ name, country, origins }) =>
      ownFault({
        name: !name.trim() && common.needName,
        country: !/^[A-Za-z]{2}$/.test(country.trim()) && t.badCountry,
        origins: !linesOf(origins).every(isOrigin) && t.badOrigins,
      }),
    async send(values) {
      const body = {
        name: values.name.trim(),
        country: values.country.trim().toUpperCase(),
        enabled: values.enabled,
        ai: values.ai,
        origins: linesOf(values.origins),
        inboxId: values.inboxId === "" ? null : values.inboxId,
        accent: values.accent,
        greeting: { fr: values["greeting.fr"], en: values["greeting.en"] },
      };
      try {
        if (site === undefined) await callAdmin("POST /admin/sites", { body });
        else await callAdmin("PATCH /admin/sites/{siteId}", { params: { siteId: site.id }, body });
        toast(common.saved);
        onDone();
        onClose();
        return undefined;
      } catch (error) {
        return formFault(error, {
          name: common.tooLong(MAX_NAME),
          country: t.badCountry,
          origins: t.badOrigins,
          accent: t.badColor,
          "greeting.fr": common.tooLong(MAX_GREETING),
          "greeting.en": common.tooLong(MAX_GREETING),
        });
      }
    },
  });
  const { values } = form;
  const greeting = values[`greeting.${language.value}`] || values["greeting.fr"] || values["greeting.en"];
  return (
    <FormDialog
      title={site === undefined ? t.add : t.changeOf(site.name)}
      of={form}
      label={site === undefined ? common.create : common.save}
      onClose={onClose}
      class="dialog-wide"
    >
      <TextField {...form.bind("name")} label={common.name} maxLength={MAX_NAME} autoFocus />
      <TextField
        {...form.bind("country")}
        label={t.country}
        hint={t.countryHint}
        maxLength={2}
        autocomplete="off"
      />
      <TextAreaField
        {...form.bind("origins")}
        label={t.origins}
        hint={t.originsHint}
        rows={3}
        spellcheck={false}
        placeholder="https://www.exemple.fr"
      />
      <SelectField
        {...form.bind("inboxId")}
        label={t.inbox}
        options={[
          { value: "", label: t.firstInbox },
          ...inboxes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Checkbox isSwitch {...form.bind("enabled")} label={t.enabled} hint={t.enabledHint} />
      <Checkbox isSwitch {...form.bind("ai")} label={t.ai} hint={t.aiHint} />
      <div class="look">
        <div class="form">
          <h3>{t.look}</h3>
          <ColorField
            {...form.bind("accent")}
            label={t.accent}
            colors={t.colors}
            otherLabel={t.otherColor}
          />
          <TextAreaField
            {...form.bind("greeting.fr")}
            label={t.greetingFr}
            hint={t.greetingHint}
            rows={2}
            maxLength={MAX_GREETING}
          />
          <TextAreaField
            {...form.bind("greeting.en")}
            label={t.greetingEn}
            rows={2}
            maxLength={MAX_GREETING}
          />
        </div>
        <WidgetPreview site={values.name} accent={values.accent} greeting={greeting} />
      </div>
    </FormDialog>
  );
}
