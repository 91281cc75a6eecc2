/**
 * What stands before every page that a one-time link leads to: whether the link still opens, and for whom.
 * @module
 */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useResource } from "../../kit/resource.tsx";
import { ResourceView } from "../../kit/resource.tsx";
import { ApiFault } from "../api/fault.ts";
import { faultInWords } from "../words.ts";
import { type AccountApi, callAccount } from "./account_api.ts";
import { Door } from "./door.tsx";
import { linkSecret } from "./link_secret.ts";
import { words } from "./words.ts";

/** What a link is for. */
export type LinkView = AccountApi["POST /links/look"]["data"];

/** Shows `children` while the link opens; else why not and what to do. `onDead`: whoever uses it finds it used. */
export function OpenLink(props: {
  readonly kind: LinkView["kind"];
  readonly title: string;
  readonly children: (link: LinkView, secret: string, onDead: () => void) => ComponentChildren;
}) {
  const { kind, title, children } = props;
  const t = words.value;
  const secret = linkSecret.value;
  const isDead = useSignal(false);
  const link = useResource(async () => {
    isDead.value = false;
    if (secret === "") return { ok: false, message: t.linkMissing };
    try {
      const value = await callAccount("POST /links/look", { body: { secret } });
      if (value.kind === kind) return { ok: true, value };
      isDead.value = true;
      return { ok: false, message: t.linkDead };
    } catch (error) {
      isDead.value = error instanceof ApiFault && error.code === "LINK_INVALID";
      return { ok: false, message: faultInWords(error) };
    }
  }, secret);

  if (secret === "" || isDead.value) {
    return (
      <Door title={t.linkDeadTitle}>
        <p class="notice notice-warning" role="alert">
          {secret === "" ? t.linkMissing : kind === "setup" ? t.setUpDead : t.linkDead}
        </p>
        <a class="button" href="/connexion">{t.goToSignIn}</a>
      </Door>
    );
  }
  if (link.value === undefined) {
    return (
      <Door title={title}>
        <ResourceView of={link}>{() => null}</ResourceView>
      </Door>
    );
  }
  return <>{children(link.value, secret, () => isDead.value = true)}</>;
}

/** Whether a call says that its link opens no more. */
export function isLinkDead(error: unknown): boolean {
  return error instanceof ApiFault && error.code === "LINK_INVALID";
}
