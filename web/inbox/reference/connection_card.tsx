/**
 * Where programs find the server, and what it tells them first.
 * @module
 */
import { KeyRound } from "lucide";
import { CopyBlock } from "../../kit/copy_block.tsx";
import { Icon } from "../../kit/icon.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { Card } from "../page.tsx";
import type { Reference } from "./reference.ts";
import { words } from "./words.ts";

/** The card. */
export function ConnectionCard({ reference: { mcp, rest } }: { readonly reference: Reference }) {
  const t = words.value;
  const { copy, copied } = kitWords.value;
  return (
    <Card
      title={t.connection}
      actions={
        <a class="button" href="/admin/api">
          <Icon of={KeyRound} />
          <span>{t.toTokens}</span>
        </a>
      }
    >
      <div class="addresses">
        <CopyBlock title={t.mcpAddress} text={mcp.url} copyLabel={copy} copiedLabel={copied} />
        <CopyBlock title={t.restAddress} text={rest.url} copyLabel={copy} copiedLabel={copied} />
      </div>
      <dl class="facts">
        <dt>{t.header}</dt>
        <dd>
          <code>Authorization: Bearer msg_…</code>
        </dd>
        <dt>{t.identity}</dt>
        <dd>
          <code>{mcp.name} {mcp.version}</code>
        </dd>
        <dt>{t.instructions}</dt>
        <dd lang="fr">{mcp.instructions}</dd>
      </dl>
    </Card>
  );
}
