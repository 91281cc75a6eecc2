/**
 * A text to take elsewhere, with a button that copies it and says so.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Check, Copy } from "lucide";
import { useRef } from "preact/hooks";
import { Button } from "./button.tsx";

/** A block to copy. Where the clipboard is closed to the page, the text is selected instead. */
export function CopyBlock(props: {
  readonly title: string;
  readonly text: string;
  readonly copyLabel: string;
  readonly copiedLabel: string;
  readonly onCopy?: () => void;
}) {
  const { title, text, copyLabel, copiedLabel, onCopy } = props;
  const isCopied = useSignal(false);
  const block = useRef<HTMLPreElement>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      isCopied.value = true;
      onCopy?.();
      setTimeout(() => isCopied.value = false, 2_000);
    } catch {
      if (block.current) getSelection()?.selectAllChildren(block.current);
    }
  }

  return (
    <div class="copy-block" role="group" aria-label={title}>
      <div class="copy-block-head">
        <strong>{title}</strong>
        <Button
          look="quiet"
          icon={isCopied.value ? Check : Copy}
          label={isCopied.value ? copiedLabel : copyLabel}
          onPress={copy}
        />
      </div>
      <pre ref={block} tabIndex={0}><code>{text}</code></pre>
    </div>
  );
}
