/**
 * Every route of `/api/v1` (contract: messagerie §5, §11). The OpenAPI document describes this list, so it is not in it
 * itself: openapi.ts adds its own route.
 * @module
 */
import * as z from "zod";
import {
  DEFAULT_CONVERSATIONS,
  MAX_CONVERSATIONS,
  MAX_EMAIL,
  MAX_FIRST_MESSAGE,
  MAX_MESSAGE,
  MAX_NAME,
  MAX_QUERY,
  MAX_TAG,
  MAX_THREAD_PAGE,
  MIN_QUERY,
} from "../../../service/messagerie/limits.ts";
import * as service from "../../../service/messagerie/mod.ts";
import { choice, count, filterId, flag, text, uuid as plainUuid } from "../../../tools/messagerie/fields.ts";
import { STATUS_FILTERS } from "../../../tools/messagerie/list_conversations.ts";
import { FIRST_CHANNELS, MAX_PHONE } from "../../../tools/messagerie/start_conversation.ts";
import { defineRoute, type Route } from "./route.ts";

/** In the document a UUID may say that it is one; the schemas of tools stay plainer. */
const uuid = (description: string) => plainUuid(description).meta({ format: "uuid" });
const conversation = { id: uuid("L’identifiant de la conversation.") };
const nothing = z.object({});

/** Digits of a query string become a number; anything else is left for the check to refuse. */
function queryCount(description: string, max: number) {
  const toNumber = (value: unknown) =>
    typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return z.preprocess(toNumber, count(description, max));
}

const reads: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/me",
    operation: "getMe",
    summary: "Le jeton qui sert à la demande.",
    access: "read",
    input: nothing,
    status: 200,
    answer: { one: "Me" },
    run: (desk, actor) => service.whoami(desk, actor),
  }),
  defineRoute({
    method: "GET",
    path: "/inboxes",
    operation: "listInboxes",
    summary: "Les boîtes de réception atteintes, de la plus ancienne à la plus récente.",
    access: "read",
    input: nothing,
    status: 200,
    answer: { many: "Inbox" },
    run: (desk, actor) => service.listInboxes(desk, actor),
  }),
  defineRoute({
    method: "GET",
    path: "/agents",
    operation: "listAgents",
    summary: "Les conseillers en activité, par nom.",
    access: "read",
    input: nothing,
    status: 200,
    answer: { many: "Agent" },
    run: (desk, actor) => service.listAgents(desk, actor),
  }),
  defineRoute({
    method: "GET",
    path: "/conversations",
    operation: "listConversations",
    summary: "Une page de conversations, de la plus récente à la plus ancienne.",
    access: "read",
    input: z.object({
      status: choice("unresolved si absent.", STATUS_FILTERS).optional(),
      inbox: filterId("Une seule boîte.").optional(),
      assignee: filterId("Un seul conseiller, ou none : sans conseiller.").optional(),
      limit: queryCount(`${DEFAULT_CONVERSATIONS} si absent.`, MAX_CONVERSATIONS).optional(),
      before: uuid("La dernière conversation de la page précédente.").optional(),
    }),
    names: { inboxId: "inbox", assigneeId: "assignee" },
    status: 200,
    answer: { many: "ConversationSummary" },
    refusals: ["CONVERSATION_NOT_FOUND"],
    run: (desk, actor, input) =>
      service.listConversations(desk, actor, {
        status: input.status,
        inboxId: input.inbox,
        assigneeId: input.assignee,
        limit: input.limit,
        before: input.before,
      }),
  }),
  defineRoute({
    method: "GET",
    path: "/conversations/{id}",
    operation: "getConversation",
    summary: "Une conversation et son fil, du plus ancien message au plus récent.",
    access: "read",
    input: z.object({
      ...conversation,
      limit: queryCount("Les derniers messages seulement ; tous si absent.", MAX_THREAD_PAGE).optional(),
      before: uuid("Seulement les messages qui précèdent celui-ci.").optional(),
    }),
    names: { conversationId: "id" },
    status: 200,
    answer: { one: "Conversation" },
    refusals: ["CONVERSATION_NOT_FOUND"],
    run: (desk, actor, input) =>
      service.getConversation(desk, actor, {
        conversationId: input.id,
        limit: input.limit,
        before: input.before,
      }),
  }),
  defineRoute({
    method: "GET",
    path: "/contacts",
    operation: "listContacts",
    summary: "Les contacts, dernière conversation en tête.",
    access: "read",
    input: z.object({
      q: text("Nom, e-mail, téléphone ou identifiant client, même partiels.", MAX_QUERY).optional(),
    }),
    names: { query: "q" },
    status: 200,
    answer: { many: "ContactListItem" },
    run: (desk, actor, input) => service.listContacts(desk, actor, { query: input.q }),
  }),
  defineRoute({
    method: "GET",
    path: "/contacts/{id}",
    operation: "getContact",
    summary: "La fiche d’un contact et ses conversations atteintes.",
    access: "read",
    input: z.object({ id: uuid("L’identifiant du contact.") }),
    names: { contactId: "id" },
    status: 200,
    answer: { one: "ContactDetail" },
    refusals: ["CONTACT_NOT_FOUND"],
    run: (desk, actor, input) => service.getContact(desk, actor, { contactId: input.id }),
  }),
  defineRoute({
    method: "GET",
    path: "/search",
    operation: "searchMessages",
    summary: "Les messages et notes où figure chaque mot, du plus récent au plus ancien.",
    access: "read",
    input: z.object({ q: text("Un ou plusieurs mots.", MAX_QUERY, MIN_QUERY) }),
    names: { query: "q" },
    status: 200,
    answer: { many: "FoundMessage" },
    run: (desk, actor, input) => service.searchMessages(desk, actor, { query: input.q }),
  }),
];

const writes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/conversations",
    operation: "startConversation",
    summary: "Envoie un premier message par SMS ou par e-mail.",
    access: "write",
    // The message is `body`, as where one is added to a conversation; `text`, its name in the tool, is understood too.
    input: z.object({
      channel: choice("Par où le message part.", FIRST_CHANNELS),
      body: text("Le message ; obligatoire.", MAX_FIRST_MESSAGE).optional(),
      text: text("Autre nom de body.", MAX_FIRST_MESSAGE).optional(),
      contactId: uuid("Un contact connu.").optional(),
      phone: text("Le numéro, pour un SMS.", MAX_PHONE).optional(),
      email: text("L’adresse, pour un e-mail.", MAX_EMAIL).optional(),
      name: text("Le nom du contact s’il est nouveau.", MAX_NAME).optional(),
    }).refine((input) => input.body !== undefined || input.text !== undefined, {
      path: ["body"],
      error: "Cet argument est obligatoire.",
    }),
    names: { text: "body" },
    status: 201,
    answer: { one: "Conversation" },
    refusals: [
      "EMPTY_MESSAGE",
      "CONTACT_NOT_FOUND",
      "SITE_NOT_FOUND",
      "INBOX_NOT_FOUND",
      "NUMBER_UNAVAILABLE",
      "MAIL_UNAVAILABLE",
    ],
    run: (desk, actor, { body, text = "", ...input }) =>
      service.startConversation(desk, actor, { ...input, text: body ?? text }),
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/messages",
    operation: "addMessage",
    summary: "Répond au visiteur, ou ajoute une note que seule l’équipe lit.",
    access: "write",
    input: z.object({
      ...conversation,
      body: text("Le message.", MAX_MESSAGE),
      kind: choice("reply si absent.", ["reply", "note"]).optional(),
      resolve: flag("Résoudre aussi la conversation ; pour une réponse seulement.").optional(),
    }).refine((input) => input.kind !== "note" || input.resolve !== true, {
      path: ["resolve"],
      error: "Une note ne résout pas la conversation.",
    }),
    names: { conversationId: "id", text: "body" },
    status: 201,
    answer: { one: "Conversation" },
    refusals: ["EMPTY_MESSAGE", "CONVERSATION_NOT_FOUND"],
    run: (desk, actor, input) => {
      const message = { conversationId: input.id, text: input.body };
      return input.kind === "note"
        ? service.addNote(desk, actor, message)
        : service.sendReply(desk, actor, { ...message, resolve: input.resolve });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/assign",
    operation: "assignConversation",
    summary: "Affecte la conversation à un conseiller, ou la rend à la file d’attente.",
    access: "write",
    input: z.object({
      ...conversation,
      assigneeId: uuid("Le conseiller ; null : la file d’attente.").nullable(),
    }),
    names: { conversationId: "id", agentId: "assigneeId" },
    status: 200,
    answer: { one: "Conversation" },
    refusals: ["CONVERSATION_NOT_FOUND", "AGENT_NOT_FOUND"],
    run: (desk, actor, input) =>
      service.assignConversation(desk, actor, { conversationId: input.id, agentId: input.assigneeId }),
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/resolve",
    operation: "resolveConversation",
    summary: "Résout la conversation.",
    access: "write",
    input: z.object(conversation),
    names: { conversationId: "id" },
    status: 200,
    answer: { one: "Conversation" },
    refusals: ["CONVERSATION_NOT_FOUND"],
    run: (desk, actor, input) => service.resolveConversation(desk, actor, { conversationId: input.id }),
  }),
  defineRoute({
    method: "POST",
    path: "/conversations/{id}/tags",
    operation: "addTag",
    summary: "Étiquette la conversation.",
    access: "write",
    input: z.object({ ...conversation, label: text("Le nom de l’étiquette.", MAX_TAG, 1) }),
    names: { conversationId: "id" },
    status: 200,
    answer: { one: "Conversation" },
    refusals: ["CONVERSATION_NOT_FOUND"],
    run: (desk, actor, input) =>
      service.addTag(desk, actor, { conversationId: input.id, label: input.label }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/conversations/{id}/tags/{label}",
    operation: "removeTag",
    summary: "Ôte une étiquette de la conversation.",
    access: "write",
    input: z.object({ ...conversation, label: text("Le nom de l’étiquette.", MAX_TAG, 1) }),
    names: { conversationId: "id" },
    status: 200,
    answer: { one: "Conversation" },
    refusals: ["CONVERSATION_NOT_FOUND"],
    run: (desk, actor, input) =>
      service.removeTag(desk, actor, { conversationId: input.id, label: input.label }),
  }),
];

/** Every route but the document's own. */
export const ROUTES: readonly Route[] = Object.freeze([...reads, ...writes]);
