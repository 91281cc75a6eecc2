/**
 * What an area may put into the frame around it: something in the navigation's foot, a count in the title, links.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { ComponentType } from "preact";

/** A link of the navigation. */
export interface NavigationLink {
  readonly href: string;
  readonly label: () => string;
  readonly icon: import("lucide").IconNode;
  /** Whether it leads to where the page is. */
  readonly isHere: (path: string) => boolean;
  readonly isFor?: "supervisor";
}

const bell = signal<ComponentType | undefined>(undefined);

/** The bell, once the desk's module is there. */
export const bellSlot: ReadonlySignal<ComponentType | undefined> = bell;

/** Puts the bell into the frame; it stays while areas come and go. */
export function placeBell(component: ComponentType): void {
  bell.value = component;
}

const heading = signal("");

/** What the title says before the product's name: the page's own heading, `""` for none. */
export const titleSlot: ReadonlySignal<string> = heading;

/** Says what the page is about, in the browser's title. */
export function placeTitle(text: string): void {
  heading.value = text;
}

const unread = signal(0);

/** How many things wait for the person: in front of the title and on the icon. */
export const unreadSlot: ReadonlySignal<number> = unread;

/** Says how many things wait for the person. */
export function placeUnread(count: number): void {
  unread.value = count;
}
