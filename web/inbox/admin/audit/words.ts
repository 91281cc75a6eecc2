/**
 * What "Administration › Journal" says.
 * @module
 */
import { createWords } from "../../../kit/words.ts";
import type { AuditAction } from "./audit_page.tsx";

const fr = {
  hint: "Qui a changé quoi. Rien ne s’efface d’ici.",
  none: "Rien n’a encore été changé.",
  at: "Quand",
  by: "Qui",
  what: "Quoi",
  commandLine: "Ligne de commande",
  more: "Voir plus ancien",
  channels: { email: "E-mail", sms: "SMS" } as Readonly<Record<string, string>>,
  changed: { name: "nom", role: "rôle", inboxes: "boîtes" } as Readonly<Record<string, string>>,
  roles: { agent: "conseiller", supervisor: "superviseur" } as Readonly<Record<string, string>>,
  actions: {
    "person.set_up": "Premier superviseur créé",
    "person.added": "Personne ajoutée",
    "person.invited": "Personne invitée",
    "person.joined": "Invitation acceptée",
    "person.changed": "Personne modifiée",
    "person.activated": "Personne réactivée",
    "person.deactivated": "Personne désactivée",
    "person.reset_link": "Lien de nouveau mot de passe",
    "person.password": "Mot de passe changé",
    "token.created": "Jeton créé",
    "token.revoked": "Jeton révoqué",
    "inbox.created": "Boîte créée",
    "inbox.changed": "Boîte modifiée",
    "inbox.deleted": "Boîte supprimée",
    "tag.created": "Étiquette déclarée",
    "tag.changed": "Étiquette modifiée",
    "tag.deleted": "Étiquette retirée",
    "canned_reply.created": "Réponse type créée",
    "canned_reply.changed": "Réponse type modifiée",
    "canned_reply.deleted": "Réponse type supprimée",
    "channel.tested": "Canal essayé",
    "site.created": "Site ajouté",
    "site.changed": "Site modifié",
    "site.secret_created": "Secret d’identité créé",
    "site.secret_deleted": "Secret d’identité retiré",
  } satisfies Readonly<Record<AuditAction, string>> as Readonly<Record<AuditAction, string>>,
};

const en: typeof fr = {
  hint: "Who changed what. Nothing is erased from here.",
  none: "Nothing was changed yet.",
  at: "When",
  by: "Who",
  what: "What",
  commandLine: "Command line",
  more: "Show older",
  channels: { email: "E-mail", sms: "SMS" },
  changed: { name: "name", role: "role", inboxes: "inboxes" },
  roles: { agent: "advisor", supervisor: "supervisor" },
  actions: {
    "person.set_up": "First supervisor created",
    "person.added": "Person added",
    "person.invited": "Person invited",
    "person.joined": "Invitation accepted",
    "person.changed": "Person edited",
    "person.activated": "Person reactivated",
    "person.deactivated": "Person deactivated",
    "person.reset_link": "Link to a new password",
    "person.password": "Password changed",
    "token.created": "Token created",
    "token.revoked": "Token revoked",
    "inbox.created": "Inbox created",
    "inbox.changed": "Inbox edited",
    "inbox.deleted": "Inbox deleted",
    "tag.created": "Tag declared",
    "tag.changed": "Tag edited",
    "tag.deleted": "Tag removed",
    "canned_reply.created": "Canned reply created",
    "canned_reply.changed": "Canned reply edited",
    "canned_reply.deleted": "Canned reply deleted",
    "channel.tested": "Channel tried out",
    "site.created": "Site added",
    "site.changed": "Site changed",
    "site.secret_created": "Identity secret made",
    "site.secret_deleted": "Identity secret taken away",
  },
};

/** The words. */
export const words = createWords({ fr, en });
