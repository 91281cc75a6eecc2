/**
 * One entry of a conversation, for people and for programs.
 * @module
 */
import { isAgents } from "../../../service/pacerelle/chat/entry.ts";
import type { ShownEntry } from "../../../service/pacerelle/chat/reading.ts";
import { type Attachment, attachmentOf, attachmentView } from "../../../wire/attachment.ts";
import type { Widget } from "../../../wire/widget.ts";
import type { AnswerValue, WidgetAnswer } from "../../../wire/widget_answer.ts";
import { indented, printableLine } from "./printable.ts";
import { isoTime, when } from "./with_chat.ts";
import { standing } from "./words.ts";

/** An entry as one JSON object. */
export function entryJson({ entry, state, answer }: ShownEntry): Record<string, unknown> {
  const { id, kind, conversation, agent, from, at, re } = entry;
  const common = {
    id,
    kind,
    from: isAgents(entry) ? "agent" : "person",
    endpoint: from,
    agent,
    conversation,
    at: isoTime(at),
    ...(re === undefined ? {} : { re }),
    ...(state === null ? {} : { state, send: entry.state }),
    ...(entry.code === undefined ? {} : { code: entry.code }),
  };
  switch (entry.kind) {
    case "message": {
      const { text, attachments } = entry.body;
      return { ...common, text, ...(attachments ? { attachments: attachments.map(attachmentView) } : {}) };
    }
    case "answer":
      return { ...common, answer: answerJson(entry.body) };
    case "widget":
      return {
        ...common,
        widget: entry.body,
        answered: answer?.kind === "answer" ? answerJson(answer.body) : null,
      };
  }
}

/** An answer without a file's secrets. */
function answerJson(answer: WidgetAnswer): Readonly<Record<string, unknown>> {
  const file = attachmentOf(answer.value);
  return file === undefined ? answer : { ...answer, value: attachmentView(file) };
}

/** A file, and what to type to have it. */
function fileText({ id, name, size }: Attachment): string {
  return `[fichier] ${name} (${size} octets) · chat save ${id}`;
}

function valueText(value: AnswerValue): string {
  const file = attachmentOf(value);
  if (file !== undefined) return fileText(file);
  if (value === true) return "oui";
  if (value === false) return "non";
  if (value === null) return "(rien)";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function answerText({ value, cancelled }: WidgetAnswer): string {
  return cancelled ? "(sans réponse : annulé)" : valueText(value);
}

/** What can be chosen or filled in, line by line. */
function widgetLines(widget: Widget): string[] {
  switch (widget.kind) {
    case "confirm":
      return [`true : ${widget.labels?.yes ?? "Oui"}`, `false : ${widget.labels?.no ?? "Non"}`];
    case "choice":
      return widget.options.map(({ id, label, description }) =>
        `"${id}" : ${label}${description === undefined ? "" : ` — ${description}`}`
      );
    case "form":
      return widget.fields.map(({ id, label, type, required, options }) => {
        const choices = options ? ` (${options.map((option) => option.id).join(", ")})` : "";
        return `"${id}" : ${label}, ${type}${choices}${required ? ", obligatoire" : ""}`;
      });
    case "progress": {
      const done = widget.done ? "terminé" : widget.value === null ? "en cours" : `${widget.value} %`;
      return [widget.label === undefined ? done : `${done} — ${widget.label}`];
    }
    case "datetime": {
      const bounds = [widget.min && `dès ${widget.min}`, widget.max && `jusqu’à ${widget.max}`].filter(
        Boolean,
      );
      const shape = { date: "AAAA-MM-JJ", time: "HH:MM", datetime: "AAAA-MM-JJTHH:MM:SS+00:00" }[widget.mode];
      return [[`"${shape}"`, ...bounds].join(", ")];
    }
    case "file":
      return [
        [
          "un fichier",
          ...widget.accept ? [widget.accept.join(", ")] : [],
          ...widget.maxBytes ? [`${widget.maxBytes} octets au plus`] : [],
        ]
          .join(", "),
      ];
  }
}

/** What answers a widget: a value, a file, or nothing. */
function answerHint(widget: Widget & { readonly id: string }): string[] {
  if (widget.kind === "progress") return [];
  return [`Pour répondre : chat answer ${widget.id} ${widget.kind === "file" ? "--file CHEMIN" : "VALEUR"}`];
}

function bodyText({ entry, answer }: ShownEntry): string {
  switch (entry.kind) {
    case "message": {
      const { text, attachments = [] } = entry.body;
      return [...text === "" ? [] : [text], ...attachments.map(fileText)].join("\n");
    }
    case "answer":
      return answerText(entry.body);
    case "widget": {
      const { body: widget } = entry;
      const lines = [
        widget.title,
        ...(widget.body === undefined ? [] : [widget.body]),
        ...widgetLines(widget),
      ];
      if (answer?.kind === "answer") lines.push(`Réponse : ${answerText(answer.body)}`);
      else lines.push(...answerHint(widget));
      return lines.join("\n");
    }
  }
}

/** An entry as text: one line of this program's own, then what was written, set in. */
export function entryText(shown: ShownEntry, agentName: string): string {
  const { entry, state } = shown;
  const who = isAgents(entry) ? printableLine(agentName) : "Vous";
  const about = entry.re === undefined ? "" : ` · répond à ${entry.re}`;
  const where = standing(entry, state);
  const head = `${when(entry.at)} · ${who} · ${entry.id}${about}${where === "" ? "" : ` · ${where}`}`;
  return `${head}\n${indented(bodyText(shown))}`;
}
