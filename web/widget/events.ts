/**
 * What the widget tells the page around it: events for its scripts, words on the console for its developer.
 * @module
 */

/** What the page is told through `Messagerie.on`. */
export interface WidgetEvents {
  readonly ready: undefined;
  readonly open: undefined;
  readonly close: undefined;
  /** How many answers were not seen. */
  readonly unread: number;
  readonly message: { readonly from: "agent" | "ai"; readonly author: string | null; readonly text: string };
}

/** Tells the page. */
export type Emit = <Name extends keyof WidgetEvents>(name: Name, data: WidgetEvents[Name]) => void;

/** Tells the developer what does not work. */
export function complain(text: string): void {
  // deno-lint-ignore no-console -- the console of the page is where its developer looks
  console.error(`Messagerie: ${text}`);
}

/** Tells the developer what does not work as they may think. */
export function warn(text: string): void {
  // deno-lint-ignore no-console -- as above
  console.warn(`Messagerie: ${text}`);
}
