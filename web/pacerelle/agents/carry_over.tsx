/**
 * How a configuration gets from this device to the one where the host runs: often a phone made it, and a computer needs it.
 * @module
 */
import { useSignal } from "@preact/signals";
import { ChevronDown, Laptop, Share2 } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import type { MadeAgentView } from "../app/api.ts";
import { words } from "./words.ts";

/** Where the host is likely on another device: the window is a phone's. */
const isPhone = matchMedia("(max-width: 599px) and (pointer: coarse)");

/** The ways, the safest first. `host`: the text that is shown; `onShared`: it has left this device. */
export function CarryOver({ name, host, onShared }: {
  readonly name: string;
  readonly host: MadeAgentView["hosts"][number];
  readonly onShared: () => void;
}) {
  const t = words.value;
  // As it is at first: what a person opens or closes stays so, also when they turn the phone.
  const [isOpenAtFirst] = useState(() => isPhone.matches);
  const outcome = useSignal<"shared" | "failed" | undefined>(undefined);

  async function share(): Promise<void> {
    outcome.value = undefined;
    try {
      await navigator.share({ title: t.shareTitle(name), text: host.text });
      outcome.value = "shared";
      onShared();
    } catch (error) {
      // Changed their mind: nothing left, and nothing needs saying.
      if (!(error instanceof DOMException && error.name === "AbortError")) outcome.value = "failed";
    }
  }

  return (
    <details class="carry-over" open={isOpenAtFirst}>
      <summary>
        <Icon of={Laptop} /> {t.elsewhere}
        <Icon of={ChevronDown} />
      </summary>
      <p>{t.openThere(location.host, name)}</p>
      <p>{"share" in navigator ? t.orShare : t.orCopy}</p>
      <p class="notice notice-warning">{t.shareIsSecret}</p>
      {"share" in navigator && (
        <Button icon={Share2} label={t.share(host.file ?? host.host)} onPress={share} />
      )}
      <p role="status" class={outcome.value === undefined ? "visually-hidden" : "secondary"}>
        {outcome.value === "shared" ? t.shared : outcome.value === "failed" ? t.shareFailed : ""}
      </p>
    </details>
  );
}
