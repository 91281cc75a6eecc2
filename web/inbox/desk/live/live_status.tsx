/**
 * Whether the page hears of what happens: silent while it does.
 * @module
 */
import { CloudOff } from "lucide";
import { Icon } from "../../../kit/icon.tsx";
import { desk } from "../desk.ts";
import { deskWords } from "../words.ts";

/** The state of the stream, told to who listens too. */
export function LiveStatus() {
  const t = deskWords.value;
  const isLost = desk().live.state.value === "lost";
  return (
    <span class="live-status" role="status">
      {isLost && (
        <span class="live-lost" title={t.reconnectingHint}>
          <Icon of={CloudOff} />
          <span>{t.reconnecting}</span>
        </span>
      )}
    </span>
  );
}
