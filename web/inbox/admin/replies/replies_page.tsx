/**
 * "Administration › Réponses types et étiquettes".
 * @module
 */
import { Tabs } from "../../../kit/tabs.tsx";
import { address, go } from "../../../kit/router.ts";
import { Page } from "../../page.tsx";
import { adminWords } from "../words.ts";
import { CannedReplies } from "./canned_replies.tsx";
import { DeclaredTags } from "./declared_tags.tsx";
import { words } from "./words.ts";

/** The page. Which tab is shown is in the address. */
export function RepliesPage() {
  const t = words.value;
  const [path = "", search] = address.value.split("?");
  const shown = new URLSearchParams(search).get("onglet") === "etiquettes" ? "tags" : "canned";
  return (
    <Page title={adminWords.value.replies} hint={t.hint}>
      <Tabs
        label={t.tabs}
        shown={shown}
        onShow={(id) => go(id === "tags" ? `${path}?onglet=etiquettes` : path, { replace: true })}
        tabs={[
          { id: "canned", label: t.cannedTab, content: () => <CannedReplies /> },
          { id: "tags", label: t.tagsTab, content: () => <DeclaredTags /> },
        ]}
      />
    </Page>
  );
}
