/**
 * "Connecter un agent": a name; what is shown once comes after it (made_agent.tsx). The same window gives an agent a new token.
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
import { shownOnce } from "./shown_once.ts";
import { words } from "./words.ts";

/** The window. `of`: the agent that gets a new token; left out: a new agent. */
export function ConnectDialog({ of, onClose }: { readonly of?: AgentView; readonly onClose: () => void }) {
  const t = words.value;
  const name = of?.name ?? null;
  return (
    <Dialog
      title={of === undefined ? t.connect : t.rotateTitle(name ?? t.unnamed)}
      closeLabel={kitWords.value.close}
      onClose={onClose}
    >
      {of !== undefined && <p>{t.rotateMeans}</p>}
      <NameForm of={of} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ of, onClose }: {
  readonly of: AgentView | undefined;
  readonly onClose: () => void;
}) {
  const t = words.value;
  // A renewed agent keeps its name, where this device knows one.
  const isNamed = of?.name !== undefined && of.name !== null;
  const form = useForm({
    initial: { name: "" },
    check: ({ name }) =>
      !isNamed && name.trim() === "" ? { message: t.needName, fields: { name: t.needName } } : undefined,
    async send({ name }) {
      const outcome = of === undefined
        ? await app.run("createAgent", { name: name.trim() })
        : await app.run("rotateAgent", { agent: of.id, ...(isNamed ? {} : { name: name.trim() }) });
      if (!outcome.ok) return { message: sayTold(outcome.refusal) };
      void app.askPersistence();
      onClose();
      shownOnce.value = { made: outcome.value, isRenewed: of !== undefined };
      return undefined;
    },
  });
  return (
    <Form state={form}>
      {!isNamed && (
        <TextField {...form.bind("name")} label={t.name} hint={t.nameHint} maxLength={MAX_NAME} autoFocus />
      )}
      <div class="dialog-foot">
        <Button label={kitWords.value.cancel} onPress={onClose} />
        <Button
          look={of === undefined ? "primary" : "danger"}
          type="submit"
          label={of === undefined ? t.create : t.rotate}
          pending={form.isPending}
        />
      </div>
    </Form>
  );
}
