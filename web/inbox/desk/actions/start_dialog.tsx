/**
 * Writing first, by e-mail or SMS: to a contact, or to an address or number that is typed. What is typed is kept until it was
 * sent.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { RadioGroup, TextAreaField } from "../../../kit/choice.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { TextField } from "../../../kit/field.tsx";
import { Form, type FormFault, useForm } from "../../../kit/form.tsx";
import { FormFoot } from "../../../kit/form_foot.tsx";
import { ApiFault } from "../../api/fault.ts";
import { faultInWords, words } from "../../words.ts";
import { deskApi } from "../desk_api.ts";
import { desk } from "../desk.ts";
import type { Found } from "../types.ts";
import { dialog, show, view } from "../ui.ts";
import { deskWords } from "../words.ts";

type Channel = "email" | "sms";
type Contact = { readonly id: string; readonly name: string };

/** Longest first message (contract: messagerie §3). */
const MAX_FIRST_MESSAGE = 4_000;
const CALM_MS = 200;
const MOST_CONTACTS = 5;
/** Under which name its draft is kept. */
const DRAFT = "new";

interface Values {
  readonly channel: Channel;
  readonly to: string;
  readonly name: string;
  readonly text: string;
}

/** The dialog, while it is open. `contact`: to them. */
export function StartDialog({ contact: given }: { readonly contact?: Contact | undefined }) {
  const t = deskWords.value;
  const { drafts } = desk();
  const contact = useSignal<Contact | undefined>(given);
  const attempt = useRef({ of: "", key: "" });
  const close = () => dialog.value = undefined;

  const form = useForm<Values>({
    initial: { channel: "email", to: "", name: "", text: drafts.read(DRAFT, "first") },
    check: ({ to, text }): FormFault | undefined => {
      const fields = {
        ...(contact.value === undefined && to.trim() === "" ? { to: t.startNoDestination } : {}),
        ...(text.trim() === "" ? { text: t.startNoText } : {}),
      };
      const [message] = Object.values(fields);
      return message === undefined ? undefined : { message, fields };
    },
    send: async ({ channel, to, name, text }) => {
      const message = {
        channel,
        text,
        ...(contact.value === undefined
          ? { [channel === "email" ? "email" : "phone"]: to, ...(name.trim() === "" ? {} : { name }) }
          : { contactId: contact.value.id }),
      };
      // One key for one message: a second try of the same is the same, and of another another.
      const of = JSON.stringify(message);
      if (attempt.current.of !== of) attempt.current = { of, key: crypto.randomUUID() };
      try {
        const { conversation } = await deskApi.start({ ...message, key: attempt.current.key });
        drafts.write(DRAFT, "first", "");
        // The stream may have told of it, and of what came after.
        if (desk().known(conversation.id) === undefined) desk().take(conversation);
        close();
        show({ ...view.value, search: undefined, conversation: conversation.id });
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  });
  const { values } = form;

  return (
    <Dialog title={t.start} closeLabel={words.value.close} onClose={close} class="start">
      <p class="field-hint">{t.startHint}</p>
      <Form state={form}>
        <RadioGroup
          label={t.channel}
          name="channel"
          value={values.channel}
          onValue={(channel) => form.set("channel", channel)}
          options={[{ value: "email", label: t.channels.email }, { value: "sms", label: t.channels.sms }]}
        />
        {contact.value !== undefined
          ? (
            <p class="start-contact">
              <bdi>{t.chosenContact(contact.value.name)}</bdi>
              <Button look="quiet" label={t.changeContact} onPress={() => contact.value = undefined} />
            </p>
          )
          : (
            <>
              <TextField
                {...form.bind("to")}
                label={values.channel === "email" ? t.recipientEmail : t.recipientPhone}
                hint={t.recipientSearch}
                type="text"
                autoFocus
                inputMode={values.channel === "email" ? "email" : "tel"}
                autocomplete="off"
              />
              <Suggestions query={values.to} onChoose={(chosen) => contact.value = chosen} />
              <TextField {...form.bind("name")} label={t.recipientName} autocomplete="off" maxLength={200} />
            </>
          )}
        <TextAreaField
          label={t.firstMessage}
          name="text"
          rows={6}
          maxLength={2 * MAX_FIRST_MESSAGE}
          value={values.text}
          error={form.fault?.fields?.["text"]}
          onValue={(text) => {
            drafts.write(DRAFT, "first", text);
            form.set("text", text);
          }}
        />
        <FormFoot of={form} label={t.startSend} onCancel={close} />
      </Form>
    </Dialog>
  );
}

/** The server's names of what was wrong, as the form's fields. */
function faultOf(error: unknown): FormFault {
  const message = faultInWords(error);
  if (!(error instanceof ApiFault)) return { message };
  const fields = error.fields.map((
    { field, message: why },
  ) => [field === "text" ? "text" : field === "name" ? "name" : "to", why]);
  return { message, fields: Object.fromEntries(fields) };
}

function Suggestions({ query, onChoose }: {
  readonly query: string;
  readonly onChoose: (contact: Contact) => unknown;
}) {
  const t = deskWords.value;
  const found = useSignal<Found["contacts"]>([]);
  useEffect(() => {
    const asked = query.trim();
    if (asked.length < 2) {
      found.value = [];
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        found.value = (await deskApi.search(asked, abort.signal)).contacts.slice(0, MOST_CONTACTS);
      } catch {
        // Whoever types the whole address needs no help.
      }
    }, CALM_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  if (found.value.length === 0) return null;
  return (
    <ul class="start-found" aria-label={t.foundContacts}>
      {found.value.map((contact) => (
        <li key={contact.id}>
          <button type="button" class="pick-item" onClick={() => onChoose(contact)}>
            <bdi class="pick-label">{contact.name}</bdi>
            <bdi class="palette-hint">{contact.email ?? contact.phone ?? ""}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
