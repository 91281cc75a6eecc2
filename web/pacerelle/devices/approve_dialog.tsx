/**
 * Lets a device in: by its code, seen or typed, or by six digits. Then shows how far its messages are.
 * @module
 */
import { CircleCheckBig } from "lucide";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/field.tsx";
import { Form, useForm } from "../../kit/form.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Tabs } from "../../kit/tabs.tsx";
import { app, devices, pairing, sayTold } from "../state.ts";
import { CameraWay, canReadCodes } from "./camera_way.tsx";
import { OldDigitsWay } from "./old_digits_way.tsx";
import { words } from "./words.ts";

/** The window. */
export function ApproveDialog({ onClose }: { readonly onClose: () => void }) {
  const t = words.value;
  const view = pairing.value?.side === "old" ? pairing.value : null;
  // What is told here is put away with the window.
  const close = () => {
    void app.run("endPairing", {});
    onClose();
  };
  const isLeaving = view?.refusal === null && (view.step === "passing" || view.step === "done");
  return (
    <Dialog title={t.approve} closeLabel={t.close} onClose={close}>
      {isLeaving
        ? (
          <>
            <p role="status" class={`told ${view.step === "done" ? "notice notice-success" : ""}`}>
              {view.step === "done"
                ? <Icon of={CircleCheckBig} />
                : <span class="spinner" aria-hidden="true" />}
              <span>
                {view.step === "done"
                  ? t.done(view.device.name)
                  : t.passing(view.device.name, view.sent, view.parts)}
              </span>
            </p>
            {view.step === "done" && (
              <div class="dialog-foot">
                <Button look="primary" label={t.close} onPress={close} />
              </div>
            )}
          </>
        )
        : <Ways />}
    </Dialog>
  );
}

function Ways() {
  const t = words.value;
  const wants = devices.value?.some(({ wantsDigits }) => wantsDigits) === true;
  const under = pairing.value?.side === "old" && pairing.value.step !== "done";
  const ways = [
    ...(canReadCodes ? [{ id: "camera", label: t.byCamera, content: () => <CameraWay /> }] : []),
    { id: "code", label: t.byCode, content: () => <CodeWay /> },
    { id: "digits", label: t.byDigits, content: () => <OldDigitsWay /> },
  ];
  // The way that the new device has taken comes first.
  return <Tabs label={t.methods} tabs={wants || under ? ways.toReversed() : ways} />;
}

function CodeWay() {
  const t = words.value;
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) =>
      code.trim() === "" ? { message: t.needCode, fields: { code: t.needCode } } : undefined,
    async send({ code }) {
      const outcome = await app.run("approveCode", { code: code.trim() });
      return outcome.ok ? undefined : { message: sayTold(outcome.refusal) };
    },
  });
  return (
    <Form state={form}>
      <TextField
        {...form.bind("code")}
        label={t.code}
        hint={t.codeHint}
        autocomplete="off"
        autoCapitalize="none"
        spellcheck={false}
      />
      <Button look="primary" type="submit" label={t.letDeviceIn} pending={form.isPending} class="wide" />
    </Form>
  );
}
