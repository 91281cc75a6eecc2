/**
 * The new device's side of six digits: asked for, shown, said to be typed on the other device.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { app, pairing, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** The steps. */
export function DigitsWay() {
  const t = words.value;
  const fault = useSignal<string | undefined>(undefined);
  const { value: view } = pairing;
  if (view?.side !== "new") return null;
  const { step, digits, by, refusal } = view;

  async function run(name: "askDigits" | "confirmDigits" | "endPairing"): Promise<void> {
    fault.value = undefined;
    const outcome = await app.run(name, {});
    if (!outcome.ok) fault.value = sayTold(outcome.refusal);
  }
  const told = fault.value ?? (refusal === null ? undefined : sayTold(refusal));
  return (
    <>
      {told !== undefined && <p class="notice notice-danger" role="alert">{told}</p>}
      {step === "idle" && (
        <>
          <p>{t.digitsIntro}</p>
          <Button
            look="primary"
            label={told === undefined ? t.askDigits : t.again}
            onPress={() => run("askDigits")}
            class="wide"
          />
        </>
      )}
      {step === "asked" && (
        <p role="status">
          <span class="spinner" aria-hidden="true" /> {t.asked}
        </p>
      )}
      {digits !== null && (
        <>
          <p>{t.compare(by)}</p>
          <p class="digits" aria-label={`${t.digits} : ${[...digits].join(" ")}`} role="img">
            {digits.slice(0, 3)} {digits.slice(3)}
          </p>
        </>
      )}
      {step === "compare" && (
        <>
          <Button look="primary" label={t.digitsGiven} onPress={() => run("confirmDigits")} class="wide" />
          <p class="secondary">{t.compareMeans}</p>
        </>
      )}
      {step === "confirmed" && (
        <p role="status">
          <span class="spinner" aria-hidden="true" /> {t.confirmed}
        </p>
      )}
      {step !== "idle" && (
        <Button
          look="quiet"
          label={t.stop}
          onPress={() => run("endPairing")}
          class="wide"
        />
      )}
    </>
  );
}
