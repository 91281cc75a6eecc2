/**
 * This device's side of six digits: begun with a device that asks, then its digits typed here.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { app, devices, pairing, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** The steps. */
export function OldDigitsWay() {
  const t = words.value;
  const fault = useSignal<string | undefined>(undefined);
  const view = pairing.value?.side === "old" ? pairing.value : null;
  const asking = devices.value?.filter(({ wantsDigits }) => wantsDigits) ?? [];
  const told = fault.value ?? (view?.refusal ? sayTold(view.refusal) : undefined);

  async function begin(device: string): Promise<void> {
    fault.value = undefined;
    const outcome = await app.run("beginDigits", { device });
    if (!outcome.ok) fault.value = sayTold(outcome.refusal);
  }
  return (
    <>
      {told !== undefined && <p class="notice notice-danger" role="alert">{told}</p>}
      {view === null || view.refusal !== null
        ? (
          asking.length === 0 ? <p>{t.digitsNone}</p> : asking.map(({ id, name }) => (
            <Button
              key={id}
              look="primary"
              label={t.digitsBegin(name)}
              onPress={() => begin(id)}
              class="wide"
            />
          ))
        )
        : view.step === "type"
        ? <DigitsForm name={view.device.name} />
        : (
          <p role="status">
            <span class="spinner" aria-hidden="true" /> {t.digitsWaiting(view.device.name)}
          </p>
        )}
      {view !== null && view.refusal === null && (
        <Button
          look="quiet"
          label={t.stop}
          onPress={() => app.run("endPairing", {})}
          class="wide"
        />
      )}
    </>
  );
}

function DigitsForm({ name }: { readonly name: string }) {
  const t = words.value;
  const form = useForm({
    initial: { digits: "" },
    check: ({ digits }) =>
      /^\d{6}$/.test(digits.replaceAll(/\s/g, ""))
        ? undefined
        : { message: t.needDigits, fields: { digits: t.needDigits } },
    async send({ digits }) {
      const outcome = await app.run("approveDigits", { digits: digits.replaceAll(/\s/g, "") });
      return outcome.ok ? undefined : { message: sayTold(outcome.refusal) };
    },
  });
  return (
    <Form state={form}>
      <TextField
        {...form.bind("digits")}
        label={t.digitsType(name)}
        inputMode="numeric"
        autocomplete="off"
        maxLength={9}
        autoFocus
      />
      <Button look="primary" type="submit" label={t.letDeviceIn} pending={form.isPending} class="wide" />
    </Form>
  );
}
