/**
 * Showing something to answer or to watch.
 * @module
 */
import * as z from "zod";
import { sendWidget } from "../../service/pacerelle/mod.ts";
import { defineInboxTool, SENDS } from "./context.ts";
import { sourceMessageId } from "./fields.ts";

const text = (description: string) => ({ type: "string", description }) as const;

/**
 * What hosts are told of a widget: enough to write one. A schema of six alternatives would lose the tool in several hosts
 * (mcp-wire habits 13 and 27); the service checks every field and names the one at fault.
 */
const WIDGET_SCHEMA = {
  type: "object",
  description:
    "confirm : labels? {yes, no}, danger? — choice : options [{id, label, description?}] (2 à 20), min?, max? (1) — " +
    "form : fields [{id, label, type, required?, options?, placeholder?, maxLength?}] (1 à 20), submitLabel? ; type : " +
    "text, textarea, number, email, url, checkbox, select, date — progress : value (0 à 100 ou null), label?, done? — " +
    "datetime : mode (date, time, datetime), min?, max? — file : accept?, maxBytes?.",
  properties: {
    format: { type: "string", enum: ["widget.standard"] },
    version: { type: "integer", enum: [1] },
    kind: { type: "string", enum: ["confirm", "choice", "form", "progress", "datetime", "file"] },
    id: text("Choisi par vous, ou donné au hasard."),
    title: text("Ce qui est demandé ou montré."),
    body: text("Un texte de plus."),
  },
  required: ["format", "version", "kind", "title"],
} as const;

/** A widget, which goes to every device of the person. */
export const sendWidgetTool = defineInboxTool({
  name: "send_widget",
  title: "Envoyer un widget",
  description:
    "Envoie à la personne un widget : confirmation, choix, formulaire, date, fichier, ou progression (le même id la met à " +
    "jour). Sa réponse arrive comme une demande de plus, avec widgetResponse {ref, value, cancelled} ; la première compte. " +
    "status : comme send_message.",
  input: z.object({
    sourceMessageId: sourceMessageId(),
    widget: z.unknown().meta(WIDGET_SCHEMA),
  }),
  hints: SENDS,
  access: "write",
  run: async (context, { sourceMessageId, widget }, { signal }) =>
    await sendWidget(await context.open(), { sourceMessageId, widget }, signal),
});
