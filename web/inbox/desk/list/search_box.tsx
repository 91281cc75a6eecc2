/**
 * Where to type what to look for.
 * @module
 */
import { Search, X } from "lucide";
import { useRef } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { searchCalls, show, view } from "../ui.ts";
import { useCalls } from "../use_calls.ts";
import { deskWords } from "../words.ts";

/** Longest text that is looked for (contract: messagerie §3). */
const MAX_QUERY = 1_000;

/** The box. */
export function SearchBox() {
  const t = deskWords.value;
  const input = useRef<HTMLInputElement>(null);
  const { value: shown } = view;
  useCalls(searchCalls, () => input.current?.select());

  function type(text: string): void {
    show({ ...shown, search: text === "" ? undefined : text }, { replace: shown.search !== undefined });
  }
  function clear(): void {
    show({ ...shown, search: undefined });
    input.current?.focus();
  }

  return (
    <div class="search-box" role="search">
      <Icon of={Search} class="search-icon" />
      <input
        ref={input}
        class="input"
        type="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        aria-keyshortcuts="/"
        autocomplete="off"
        maxLength={MAX_QUERY}
        value={shown.search ?? ""}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          if (shown.search !== undefined) clear();
          else event.currentTarget.blur();
        }}
      />
      {shown.search !== undefined && (
        <Button look="quiet" icon={X} label={t.clearSearch} isIconOnly onPress={clear} />
      )}
    </div>
  );
}
