/**
 * A device lets itself in by the recovery key.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** The form. */
export function KeyWay() {
  const t = words.value;
  const form = useForm({
    initial: { key: "" },
    check: ({ key }) => key.trim() === "" ? { message: t.needKey, fields: { key: t.needKey } } : undefined,
    async send({ key }) {
      const outcome = await app.run("useRecoveryKey", { key: key.trim() });
      return outcome.ok ? undefined : { message: sayTold(outcome.refusal) };
    },
  });
  return (
    <Form state={form}>
      <p>{t.keyIntro}</p>
      <TextField
        {...form.bind("key")}
        label={t.key}
        hint={t.keyHint}
        autocomplete="off"
        autoCapitalize="none"
        spellcheck={false}
      />
      <Button look="primary" type="submit" label={t.useKey} pending={form.isPending} class="wide" />
    </Form>
  );
}
