/**
 * A block of code: as it was written, from left to right, with a button that copies it.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Check, Copy } from "lucide";
import { Button } from "../../kit/button.tsx";
import { kitWords } from "../../kit/kit_words.ts";

/** The block. */
export function CodeBlock({ language, text }: { readonly language: string; readonly text: string }) {
  const t = kitWords.value;
  const isCopied = useSignal(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text).then(() => isCopied.value = true, () => {});
    setTimeout(() => isCopied.value = false, 2_000);
  }
  return (
    <div class="code-block" dir="ltr">
      <div class="code-head">
        <span>{language}</span>
        <Button
          look="quiet"
          icon={isCopied.value ? Check : Copy}
          label={isCopied.value ? t.copied : t.copy}
          onPress={copy}
        />
      </div>
      <pre tabIndex={0}><code>{text}</code></pre>
    </div>
  );
}
