/**
 * `/reference`: the API reference, from the definitions that the server runs.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Download } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { DataTable } from "../../kit/data_table.tsx";
import { TextField } from "../../kit/field.tsx";
import { ResourceView, useResource } from "../../kit/resource.tsx";
import { address } from "../../kit/router.ts";
import { loaded } from "../load.ts";
import { Card, Page } from "../page.tsx";
import { ConnectionCard } from "./connection_card.tsx";
import { elementId, RouteCard, ToolCard } from "./entry.tsx";
import {
  callReference,
  entryAddress,
  matches,
  type Reference,
  routeFields,
  toolFields,
} from "./reference.ts";
import { words } from "./words.ts";

/** The page. */
export function Area() {
  const t = words.value;
  const reference = useResource(() => loaded(callReference("GET /reference")));
  const { value } = reference;
  return (
    <Page
      title={t.title}
      hint={
        <>
          {t.hint} {t.otherLanguage}{" "}
          {value !== undefined && <span class="badge">{t.version(value.version)}</span>}
        </>
      }
      actions={value !== undefined && (
        <Button
          icon={Download}
          label={t.openapi}
          onPress={() => download(value.rest.openapi)}
        />
      )}
    >
      <ResourceView of={reference}>{(known) => <Contents reference={known} />}</ResourceView>
    </Page>
  );
}

function Contents({ reference }: { readonly reference: Reference }) {
  const t = words.value;
  const query = useSignal("");
  const { mcp, rest, refusals } = reference;
  const tools = mcp.tools.map((tool) => ({ tool, fields: toolFields(tool) }))
    .filter(({ tool, fields }) => matches(query.value, [tool.name, tool.title, tool.description], fields));
  const routes = rest.routes.map((route) => ({ route, fields: routeFields(reference, route) }))
    .filter(({ route, fields }) =>
      matches(query.value, [route.method, route.path, route.operation, route.summary], fields)
    );
  const told = refusals.filter(({ code, message }) => matches(query.value, [code, message], []));

  const wanted = new URLSearchParams(address.value.split("?")[1]).get("voir");
  useEffect(() => {
    const element = wanted === null ? null : document.getElementById(elementId(wanted));
    element?.scrollIntoView({ block: "start" });
    element?.focus({ preventScroll: true });
  }, [wanted]);

  return (
    <div class="reference">
      <div class="reference-side">
        <TextField
          label={t.search}
          type="search"
          value={query.value}
          onValue={(value) => query.value = value}
        />
        <p class="muted" role="status">
          {query.value.trim() !== "" && t.found(tools.length + routes.length + told.length)}
        </p>
        <nav class="reference-contents" aria-label={t.contents}>
          {tools.length > 0 && <strong>{t.tools}</strong>}
          {tools.map(({ tool: { name } }) => <EntryLink key={name} id={name}>{name}</EntryLink>)}
          {routes.length > 0 && <strong>{t.routes}</strong>}
          {routes.map(({ route: { operation, method, path } }) => (
            <EntryLink key={operation} id={operation}>
              <span class="method-small">{method}</span> {path}
            </EntryLink>
          ))}
        </nav>
      </div>
      <div class="reference-main">
        {query.value.trim() === "" && <ConnectionCard reference={reference} />}
        {tools.length > 0 && <h2>{t.tools}</h2>}
        {tools.map(({ tool, fields }) => (
          <ToolCard key={tool.name} tool={tool} url={mcp.url} fields={fields} />
        ))}
        {routes.length > 0 && <h2>{t.routes}</h2>}
        {routes.map(({ route, fields }) => <RouteCard key={route.operation} route={route} fields={fields} />)}
        {told.length > 0 && (
          <Card title={t.refusals}>
            <DataTable
              caption={t.refusals}
              rows={told}
              keyOf={({ code }) => code}
              columns={[
                { id: "code", head: t.code, isMain: true, cell: ({ code }) => <code>{code}</code> },
                {
                  id: "status",
                  head: t.status,
                  cell: ({ status }) =>
                    status,
                },
                { id: "meaning", head: t.meaning, cell: ({ message }) => <span lang="fr">{message}</span> },
              ]}
            />
          </Card>
        )}
      </div>
    </div>
  );
}

/** A second press on the link of where the address already is scrolls there again. */
function EntryLink({ id, children }: { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <a
      href={entryAddress(id)}
      onClick={() => document.getElementById(elementId(id))?.scrollIntoView({ block: "start" })}
    >
      {children}
    </a>
  );
}

/** Gives the document as a file. */
function download(openapi: unknown): void {
  const blob = new Blob([JSON.stringify(openapi, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "messagerie-openapi.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
