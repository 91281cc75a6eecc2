/**
 * The demo's people and places.
 * @module
 */

export const FIRST_NAMES = Object.freeze(
  ("Léa Emma Jade Louise Alice Chloé Inès Manon Camille Zoé Sarah Juliette Nina Éva Anaïs Clémence Margaux Élise Noémie " +
    "Aïcha Fatou Yasmine Leïla Khadija Amina Maëlys Océane Solène Bérénice Héloïse Gabriel Louis Raphaël Jules Adam Lucas " +
    "Hugo Arthur Nathan Ethan Paul Théo Maxime Antoine Baptiste Clément Valentin Rémi Loïc Benoît François Jérôme Mathéo " +
    "Mohamed Karim Ousmane Yanis Mehdi Ibrahim Noël Gaël Joël Côme").split(" "),
);

export const LAST_NAMES = Object.freeze(
  ("Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefèvre Michel Garcia David Bertrand " +
    "Roux Vincent Fournier Morel Girard André Lefebvre Mercier Dupont Lambert Bonnet François Martinez Legrand Garnier Faure " +
    "Rousseau Blanc Guérin Müller Henry Roussel Nicolas Perrin Morin Mathieu Clément Gauthier Dumont López Fontaine Chevalier " +
    "Robin Masson Sanchez Gérard Nguyên Boyer Denis Lemaire Duval Joly Benali Diallo Traoré Haddad Cœur Bœuf Le\u00a0Goff " +
    "Kermarrec D’Almeida").split(" "),
);

export const CITIES = Object.freeze([
  ...[
    "Rennes",
    "Nantes",
    "Lyon",
    "Lille",
    "Marseille",
    "Toulouse",
    "Bordeaux",
    "Strasbourg",
    "Nîmes",
    "Orléans",
  ],
  ...[
    "Besançon",
    "Saint-Étienne",
    "Brest",
    "Angers",
    "Dijon",
    "Grenoble",
    "Le Havre",
    "Évreux",
    "Bayonne",
    "Metz",
  ],
]);

/** All feminine, as the phrases need them. */
export const PRODUCTS = Object.freeze([
  ...[
    "lampe Orsay",
    "banquette Belle-Île",
    "table Ouessant",
    "bibliothèque Vauban",
    "chaise Groix",
    "console Bréhat",
  ],
  ...[
    "suspension Molène",
    "penderie Hœdic",
    "commode Sein",
    "vitrine Chausey",
    "desserte Houat",
    "tête de lit Batz",
  ],
]);

export const FILES = Object.freeze([
  ...[
    "facture.pdf",
    "photo du colis.jpg",
    "capture d’écran.png",
    "bon de livraison.pdf",
    "étiquette retour.pdf",
  ],
  ...["IMG_2041.jpg", "RIB.pdf", "constat amiable.pdf"],
]);

/** Where the desk answers for. */
export const SITES = Object.freeze([
  { name: "Maison Lumen", country: "FR", ai: true },
  { name: "Lumen Pro", country: "FR", ai: false },
]);

/** The inboxes, by the site that each is of. */
export const INBOXES = Object.freeze([
  { name: "Support", description: "Commandes, livraisons, compte client", site: 0 },
  { name: "Facturation", description: "Paiements, remboursements et factures", site: 0 },
  { name: "Sinistres", description: "Produits cassés ou perdus", site: 0 },
  { name: "Ventes aux professionnels", description: "Devis et grands comptes", site: 1 },
]);

/** The team; `inboxes` are those that each serves. */
export const AGENTS = Object.freeze(
  [
    { name: "Claire Dubois", login: "claire", role: "supervisor", inboxes: [0, 1, 2, 3] },
    { name: "Karim Benali", login: "karim", role: "supervisor", inboxes: [0, 3] },
    { name: "Awa Diop", login: "awa", role: "agent", inboxes: [0, 2] },
    { name: "Étienne Morel", login: "etienne", role: "agent", inboxes: [0, 1] },
    { name: "Zoé Kermarrec", login: "zoe", role: "agent", inboxes: [1, 2] },
    { name: "Hugo Lefèvre", login: "hugo", role: "agent", inboxes: [3] },
    { name: "Inès Haddad", login: "ines", role: "agent", inboxes: [0, 1, 2] },
    { name: "Benoît Cœur", login: "benoit", role: "agent", inboxes: [0], left: true },
  ] as const,
);

/** Declared labels. */
export const TAGS = Object.freeze([
  { name: "Livraison", color: "#0ea5e9" },
  { name: "Remboursement", color: "#f59e0b" },
  { name: "Facturation", color: "#8b5cf6" },
  { name: "Sinistre", color: "#ef4444" },
  { name: "Retour", color: "#14b8a6" },
  { name: "Devis", color: "#22c55e" },
  { name: "Compte", color: "#64748b" },
  { name: "VIP", color: "#eab308" },
  { name: "Relance", color: "#f97316" },
]);
