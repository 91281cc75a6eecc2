/**
 * A test message through a channel, and what its provider said.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Send } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { TextField } from "../../../kit/field.tsx";
import { Form, useForm } from "../../../kit/form.tsx";
import { language } from "../../../kit/words.ts";
import { useWait, WaitNotice } from "../../account/wait.tsx";
import { formFault, ownFault } from "../../form_fault.ts";
import { me } from "../../session/session.ts";
import { type AdminApi, callAdmin } from "../admin_api.ts";
import { words } from "./words.ts";

type Outcome = AdminApi["POST /admin/channels/{channel}/test"]["data"];

/** The form. */
export function ChannelTest({ channel }: { readonly channel: "email" | "sms" }) {
  const t = words.value;
  const outcome = useSignal<{ readonly to: string; readonly was: Outcome } | undefined>(undefined);
  const wait = useWait();
  const own = channel === "email" && me.value?.login.includes("@") ? me.value.login : "";
  const form = useForm({
    initial: { to: own },
    check: ({ to }) => ownFault({ to: !to.trim() && t.needTo }),
    async send({ to }) {
      outcome.value = undefined;
      try {
        const was = await callAdmin("POST /admin/channels/{channel}/test", {
          params: { channel },
          body: { to: to.trim() },
        });
        outcome.value = { to: to.trim(), was };
        return undefined;
      } catch (error) {
        wait.take(error);
        return formFault(error, { to: t.badTo });
      }
    },
  });
  return (
    <Form state={form} class="form-narrow" label={`${t.test} — ${t[channel]}`}>
      <TextField
        {...form.bind("to")}
        label={channel === "email" ? t.toEmail : t.toSms}
        hint={channel === "email" ? t.toEmailHint : t.toSmsHint}
        type={channel === "email" ? "email" : "tel"}
        autocomplete={channel === "email" ? "email" : "tel"}
        maxLength={254}
      />
      <WaitNotice of={wait} />
      <div class="form-actions">
        <Button
          type="submit"
          icon={Send}
          label={t.test}
          pending={form.isPending}
          disabled={wait.seconds.value > 0}
        />
      </div>
      <div role="status">
        {outcome.value !== undefined && <Told to={outcome.value.to} was={outcome.value.was} />}
      </div>
    </Form>
  );
}

function Told({ to, was: { state, reason } }: { readonly to: string; readonly was: Outcome }) {
  const t = words.value;
  const look = { accepted: "success", refused: "danger", later: "warning", unknown: "warning" }[state];
  return (
    <p class={`notice notice-${look}`}>
      {state === "accepted" ? t.accepted(to) : t[state]} {reason?.[language.value]}
    </p>
  );
}
