/**
 * One tool or one route: what it does, what it takes, how it is called, what it answers.
 * @module
 */
import type { ComponentChildren } from "preact";
import { CopyBlock } from "../../kit/copy_block.tsx";
import { DataTable } from "../../kit/data_table.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { Tabs } from "../../kit/tabs.tsx";
import type { Field } from "./fields.ts";
import { type RouteEntry, toolAnswer, toolCurl, type ToolEntry } from "./reference.ts";
import { words } from "./words.ts";

/** The id of an entry's element. */
export function elementId(id: string): string {
  return `ref-${id}`;
}

function Entry(props: {
  readonly id: string;
  readonly head: ComponentChildren;
  readonly badges: ComponentChildren;
  readonly description: string;
  readonly fields: readonly Field[];
  readonly children: ComponentChildren;
}) {
  const { id, head, badges, description, fields, children } = props;
  const heading = `${elementId(id)}-head`;
  return (
    <article class="card entry" id={elementId(id)} aria-labelledby={heading} tabIndex={-1}>
      <div class="card-head">
        <h3 id={heading}>{head}</h3>
        <span class="badges">{badges}</span>
      </div>
      <p lang="fr">{description}</p>
      <Fields fields={fields} of={id} />
      {children}
    </article>
  );
}

function Fields({ fields, of }: { readonly fields: readonly Field[]; readonly of: string }) {
  const t = words.value;
  if (fields.length === 0) return <p class="muted">{t.noArguments}</p>;
  return (
    <DataTable
      caption={`${t.arguments} — ${of}`}
      rows={fields}
      keyOf={({ name, where }) => `${where}-${name}`}
      columns={[
        { id: "name", head: t.name, isMain: true, cell: ({ name }) => <code>{name}</code> },
        {
          id: "type",
          head: t.type,
          cell: ({ type, isRequired, where }) => (
            <>
              {type}
              <div class="row-note">
                {isRequired ? t.required : t.optional}
                {where !== undefined && `, ${t.where[where]}`}
              </div>
            </>
          ),
        },
        {
          id: "description",
          head: t.description,
          cell: ({ description, bounds }) => (
            <>
              <span lang="fr">{description}</span> {bounds}
            </>
          ),
        },
      ]}
    />
  );
}

function Access({ access }: { readonly access: "read" | "write" }) {
  const t = words.value;
  return access === "write"
    ? <span class="badge badge-warning">{t.write}</span>
    : <span class="badge">{t.read}</span>;
}

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  const { copy, copied } = kitWords.value;
  return <CopyBlock title={title} text={text} copyLabel={copy} copiedLabel={copied} />;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** A tool. */
export function ToolCard({ tool, url, fields }: {
  readonly tool: ToolEntry;
  readonly url: string;
  readonly fields: readonly Field[];
}) {
  const t = words.value;
  return (
    <Entry
      id={tool.name}
      head={
        <>
          <code>{tool.name}</code> <span class="entry-title" lang="fr">{tool.title}</span>
        </>
      }
      badges={
        <>
          <Access access={tool.access} />
          {tool.hints.openWorldHint && <span class="badge badge-danger">{t.sends}</span>}
        </>
      }
      description={tool.description}
      fields={fields}
    >
      <Tabs
        label={t.samples(tool.name)}
        tabs={[
          {
            id: "call",
            label: t.mcpCall,
            content: () => <Text title={t.mcpCall} text={pretty(tool.sample.request)} />,
          },
          { id: "curl", label: t.curl, content: () => <Text title={t.curl} text={toolCurl(url, tool)} /> },
          {
            id: "answer",
            label: t.answer,
            content: () => <Text title={t.answerText} text={pretty(toolAnswer(tool))} />,
          },
        ]}
      />
    </Entry>
  );
}

/** A route. */
export function RouteCard({ route, fields }: {
  readonly route: RouteEntry;
  readonly fields: readonly Field[];
}) {
  const t = words.value;
  const { answer, curl } = route.sample;
  return (
    <Entry
      id={route.operation}
      head={
        <>
          <span class={`method method-${route.method.toLowerCase()}`}>{route.method}</span>{" "}
          <code>{route.path}</code>
        </>
      }
      badges={<Access access={route.access} />}
      description={route.summary}
      fields={fields}
    >
      <Tabs
        label={t.samples(`${route.method} ${route.path}`)}
        tabs={[
          { id: "curl", label: t.curl, content: () => <Text title={t.curl} text={curl} /> },
          {
            id: "answer",
            label: t.answer,
            content: () =>
              answer === null
                ? <p class="muted">{t.openapiAnswer}</p>
                : <Text title={t.answerOf(route.status)} text={pretty(answer)} />,
          },
        ]}
      />
      <details class="entry-refusals">
        <summary>{t.mayRefuse}</summary>
        <p class="badges">
          {route.refusals.map((code) => <code key={code} class="badge">{code}</code>)}
        </p>
      </details>
    </Entry>
  );
}
