/**
 * The new device's QR code, seen by the camera, where the browser can read one. No picture leaves the page.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Camera } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** What some browsers have, and TypeScript's own library does not know. */
interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type BarcodeReaderMaker = new (options: { readonly formats: readonly string[] }) => BarcodeReader;

/** How often a picture is looked at. */
const LOOK_MS = 250;

/** Whether this browser reads codes: a phone's mostly does, a computer's mostly does not. */
export const canReadCodes = "BarcodeDetector" in globalThis && "mediaDevices" in navigator;

const { BarcodeDetector } = globalThis as unknown as { readonly BarcodeDetector?: BarcodeReaderMaker };

/** The camera. */
export function CameraWay() {
  const t = words.value;
  const stream = useSignal<MediaStream | null>(null);
  const fault = useSignal<string | undefined>(undefined);
  const video = useRef<HTMLVideoElement>(null);

  async function start(): Promise<void> {
    fault.value = undefined;
    try {
      stream.value = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      fault.value = t.cameraDenied;
    }
  }

  useEffect(() => {
    const { value: seen } = stream;
    const { current: picture } = video;
    if (seen === null || picture === null || BarcodeDetector === undefined) return;
    const reader = new BarcodeDetector({ formats: ["qr_code"] });
    let isOver = false;
    picture.srcObject = seen;
    void picture.play().catch(() => {});
    const refused = new Set<string>();
    const look = async () => {
      const [found] = await reader.detect(picture).catch(() => []);
      if (isOver) return;
      // The same code again would be refused again.
      if (found !== undefined && !refused.has(found.rawValue)) {
        const outcome = await app.run("approveCode", { code: found.rawValue });
        if (isOver) return;
        if (outcome.ok) return void (stream.value = null);
        refused.add(found.rawValue);
        fault.value = sayTold(outcome.refusal);
      }
      timer = setTimeout(look, LOOK_MS);
    };
    let timer = setTimeout(look, LOOK_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of seen.getTracks()) track.stop();
    };
  }, [stream.value]);

  return (
    <>
      <p>{t.camera}</p>
      {fault.value !== undefined && <p class="notice notice-danger" role="alert">{fault.value}</p>}
      {stream.value === null
        ? <Button look="primary" icon={Camera} label={t.cameraStart} onPress={start} class="wide" />
        : (
          <>
            <video ref={video} class="camera" muted playsInline aria-label={t.cameraView} />
            <p class="secondary" role="status">{t.looking}</p>
            <Button label={t.cameraStop} onPress={() => void (stream.value = null)} class="wide" />
          </>
        )}
    </>
  );
}
