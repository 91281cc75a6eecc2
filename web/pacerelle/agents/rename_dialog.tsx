/**
 * Another name for an agent, everywhere but at the relay.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { MAX_NAME } from "../../../service/pacerelle/chat/limits.ts";
import type { AgentView } from "../app/state_types.ts";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** The window. */
export function RenameDialog({ agent, onClose }: {
  readonly agent: AgentView;
  readonly onClose: () => void;
}) {
  const t = words.value;
  const form = useForm({
    initial: { name: agent.name ?? "" },
    check: ({ name }) =>
      name.trim() === "" ? { message: t.needName, fields: { name: t.needName } } : undefined,
    async send({ name }) {
      const outcome = await app.run("renameAgent", { agent: agent.id, name: name.trim() });
      if (!outcome.ok) return { message: sayTold(outcome.refusal) };
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog title={t.rename} closeLabel={kitWords.value.close} onClose={onClose}>
      <Form state={form}>
        <TextField {...form.bind("name")} label={t.name} hint={t.nameHint} maxLength={MAX_NAME} autoFocus />
        <div class="dialog-foot">
          <Button label={kitWords.value.cancel} onPress={onClose} />
          <Button look="primary" type="submit" label={t.save} pending={form.isPending} />
        </div>
      </Form>
    </Dialog>
  );
}
