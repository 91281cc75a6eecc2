/**
 * Keys as they are pressed and as they are shown.
 * @module
 */

const isApple = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");

/** The key that holds commands: ⌘ on Apple's machines, Ctrl elsewhere. */
export function commandKey(): string {
  return isApple ? "⌘" : "Ctrl";
}

/** What sends a text. */
export function sendKey(): string {
  return isApple ? "⌘ ↵" : "Ctrl + ↵";
}

/** Whether a key press is meant for something that is being written or chosen in. */
export function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable ||
    target.closest("input, textarea, select, [role=menu], [role=listbox], dialog, .popover-panel") !== null;
}
