/**
 * What is wrong with a widget, in French: the channel's own sentences are English, since both ends share them.
 * @module
 */

const WORDS: Readonly<Record<string, string>> = {
  "holds a lone surrogate": "Ce texte contient un caractère incomplet.",
  "empty": "Ce texte est vide.",
  "letters, digits, '_', '.' or '-', 64 at most, beginning with a letter or digit":
    "Il faut des lettres, chiffres, « _ », « . » ou « - », 64 au plus, en commençant par une lettre ou un chiffre.",
  "used twice": "Cet id est pris deux fois.",
  "more than there are options": "C’est plus que le nombre d’options.",
  "min above max": "Le minimum dépasse le maximum.",
  "a select needs options": "Une liste déroulante (select) a besoin d’options.",
  "only a select has options": "Seule une liste déroulante (select) a des options.",
  "not a time as HH:MM or HH:MM:SS": "Il faut une heure, HH:MM ou HH:MM:SS.",
  "not a media type or an ending": "Il faut un type de fichier (image/*) ou une extension (.pdf).",
};
const LONGER = /^longer than (\d+) characters$/;

/** The French sentence for one of the channel's; any other one as it is. */
export function widgetWords(message: string): string {
  const max = LONGER.exec(message)?.[1];
  return max === undefined ? WORDS[message] ?? message : `${max} caractères au plus.`;
}
