/**
 * What to paste where, for every host: the server's own texts, a tab each (the source document, "Brancher un agent").
 * @module
 */
import { variableText } from "../../../../service/messagerie/connect/rest_text.ts";
import { CopyBlock } from "../../../kit/copy_block.tsx";
import { kitWords } from "../../../kit/kit_words.ts";
import { type Tab, Tabs } from "../../../kit/tabs.tsx";
import type { AdminApi } from "../admin_api.ts";
import { words } from "./words.ts";

/** A token that was just made, with its texts. */
export type CreatedToken = AdminApi["POST /admin/tokens"]["data"];

type Host = CreatedToken["hosts"][number];

/** The two forms that the source document names come first. */
const FIRST: readonly string[] = ["claude-code", "mcp-servers", "mcp-json"];

function placeOf({ id }: Host): number {
  const place = FIRST.indexOf(id);
  return place === -1 ? FIRST.length : place;
}

/** The tabs. `onCopy`: something was copied. */
export function ConnectTabs({ created: { token, hosts, curl }, onCopy }: {
  readonly created: CreatedToken;
  readonly onCopy: () => void;
}) {
  const t = words.value;
  const tabs: Tab[] = [...hosts].sort((a, b) => placeOf(a) - placeOf(b)).map((host) => ({
    id: host.id,
    label: t.tabs[host.id] ?? host.host,
    content: () => <HostPanel host={host} token={token} onCopy={onCopy} />,
  }));
  if (curl !== null) {
    tabs.push({
      id: "rest",
      label: t.restTab,
      content: () => (
        <>
          <p class="field-hint">{t.textHint}</p>
          <Block title={t.restText} text={curl} onCopy={onCopy} />
        </>
      ),
    });
  }
  return <Tabs label={t.connect} tabs={tabs} />;
}

function HostPanel({ host, token, onCopy }: {
  readonly host: Host;
  readonly token: string;
  readonly onCopy: () => void;
}) {
  const t = words.value;
  const { file, format, secret } = host;
  const title = file !== null ? t.inFile(file) : format === "sh" ? t.terminal : t.configuration;
  const hint = { text: t.textHint, variable: t.variableHint, asked: t.askedHint }[secret];
  return (
    <>
      {host.id === "claude-desktop" && <p class="field-hint">{t.remoteHint}</p>}
      <p class="field-hint">{hint}</p>
      {secret === "variable" && (
        <Block
          title={t.setVariable}
          text={variableText({ token })}
          onCopy={onCopy}
        />
      )}
      <Block title={title} text={host.text} onCopy={onCopy} />
    </>
  );
}

function Block({ title, text, onCopy }: {
  readonly title: string;
  readonly text: string;
  readonly onCopy: () => void;
}) {
  const { copy, copied } = kitWords.value;
  return <CopyBlock title={title} text={text} copyLabel={copy} copiedLabel={copied} onCopy={onCopy} />;
}
