/**
 * What the browser says of keeping what this device has, and installing the app.
 * @module
 */
import { Button } from "../../kit/button.tsx";
import { formatBytes } from "../../kit/format.ts";
import { app, storage } from "../state.ts";
import { canInstall, install, isIos } from "./install.ts";
import { words } from "./words.ts";

/** The card. */
export function StorageCard() {
  const t = words.value;
  const { isPersistent, usage, quota } = storage.value;
  return (
    <>
      <p>{isPersistent === null ? t.persistenceUnknown : isPersistent ? t.persistent : t.notPersistent}</p>
      {usage !== null && quota !== null && (
        <p class="secondary">{t.usage(formatBytes(usage), formatBytes(quota))}</p>
      )}
      <div class="form-actions">
        {isPersistent === false && <Button label={t.askPersistence} onPress={() => app.askPersistence()} />}
        {canInstall.value && <Button label={t.install} onPress={install} />}
      </div>
      {canInstall.value && <p class="secondary">{t.installHint}</p>}
      {isIos() && <p class="secondary">{t.installIos}</p>}
    </>
  );
}
