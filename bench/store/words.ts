/**
 * Believable words and texts: common French and English ones first, then words made of syllables, drawn as real text
 * draws them (Zipf-Mandelbrot), with figures, addresses, typing mistakes and emoji between them.
 * @module
 */
import type { Random } from "./random.ts";

const FRENCH =
  `de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la-bas avec son ou mais comme on tout
nous sa fait été aussi leur bien peut ces y cette votre vous je mon ma mes bonjour merci commande livraison colis produit remboursement retour
problème adresse facture paiement carte numéro client service demande réponse délai jours semaine hier aujourd’hui demain matin soir toujours
reçu envoyé attend attends encore déjà jamais rien article taille couleur échange cassé manque erreur compte mot passe connexion site page
panier code promo réduction prix euros frais port gratuit magasin stock disponible rupture modèle garantie réparation panne marche allume
écran batterie chargeur téléphone ordinateur appareil photo cœur sœur œuvre où très après être même voilà peut-être s’il plaît cordialement
bonne journée madame monsieur équipe suivi transporteur point relais dépôt signature absent voisin gardien boîte lettres étage bâtiment`
    .split(/\s+/);
const ENGLISH =
  `the and to of you is for it that order delivery refund my have not with this was your please thanks hello parcel address payment invoice
when where still waiting received broken item size return exchange account password login website price discount shipping store available
warranty repair screen battery charger phone computer would could should because however although through thought week tomorrow yesterday`
    .split(/\s+/);
const FRENCH_SYLLABLES =
  "ba be bi bo bu ca ce chi co cu da dé di do du fa fé fi fo ga ge gi go la le li lo lu ma mé mi mo mu na né ni no nu pa pe pi po pu ra ré ri ro ru sa sé si so su ta té ti to tu va vé vi vo tion ment eur euse ance ier ique elle ette age oir able"
    .split(" ");
const ENGLISH_SYLLABLES =
  "th wh sh ing ness ful less ough ight ock ack ump ent wor kno wri sta stre spl bla cro dri fla gro ple que sky twi xen yea zo"
    .split(" ");

/** Words with how often each is drawn. */
export interface Vocabulary {
  readonly words: readonly string[];
  draw(random: Random): string;
}

function vocabulary(
  common: readonly string[],
  syllables: readonly string[],
  size: number,
  random: Random,
): Vocabulary {
  const words = new Set(common);
  while (words.size < size) {
    let word = "";
    for (let count = 2 + random.below(4); count > 0; count--) word += random.pick(syllables);
    words.add(word);
  }
  const list = [...words];
  const cumulative = new Float64Array(list.length);
  let sum = 0;
  for (let rank = 0; rank < list.length; rank++) cumulative[rank] = sum += 1 / (rank + 3.7) ** 1.05;
  return {
    words: list,
    draw(source) {
      const target = source.next() * sum;
      let low = 0;
      for (let high = list.length - 1; low < high;) {
        const middle = (low + high) >> 1;
        if ((cumulative[middle] ?? 0) < target) low = middle + 1;
        else high = middle;
      }
      return list[low] ?? "";
    },
  };
}

/** Both languages. */
export interface Languages {
  readonly french: Vocabulary;
  readonly english: Vocabulary;
}

/** The words of a desk. */
export function languages(random: Random): Languages {
  return {
    french: vocabulary(FRENCH, FRENCH_SYLLABLES, 30_000, random),
    english: vocabulary(ENGLISH, ENGLISH_SYLLABLES, 8_000, random),
  };
}

const EMOJI = ["🙂", "👍🏽", "👩‍👩‍👧", "😡", "❤️", "🙏"];

function extra(random: Random, words: Vocabulary): string {
  switch (random.below(7)) {
    case 0:
      return `CMD-${100_000 + random.below(900_000)}`;
    case 1:
      return `${words.draw(random)}.${words.draw(random)}@${
        random.pick(["exemple.fr", "mail.test", "boite.example"])
      }`;
    case 2:
      return `https://boutique.example/${words.draw(random)}?id=${random.below(99_999)}`;
    case 3:
      return `${random.below(300)},${10 + random.below(90)} €`;
    case 4:
      return `${random.below(100)}%`;
    case 5:
      return random.pick(EMOJI);
    default: {
      const word = words.draw(random);
      const at = random.below(word.length);
      return word.slice(0, at) + random.pick([..."aeiourstnl"]) + word.slice(at);
    }
  }
}

/** One message: 35 words on average, one in 500 of 2,000. */
export function textOf(random: Random, words: Vocabulary): string {
  const length = random.next() < 0.002 ? 2_000 : 3 + Math.floor(-Math.log(1 - random.next()) * 28);
  const parts: string[] = [];
  for (let at = 0; at < length; at++) {
    const word = random.next() < 0.03 ? extra(random, words) : words.draw(random);
    parts.push(
      at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word + (random.next() < 0.08 ? "," : ""),
    );
  }
  return parts.join(" ") + ".";
}
