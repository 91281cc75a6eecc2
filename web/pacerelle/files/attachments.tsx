/**
 * The files of a message: pictures shown once they are decrypted and checked, all others to be saved.
 * @module
 */
import { useSignal } from "@preact/signals";
import { Download, FileText, Image } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { formatBytes } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import type { AttachmentView } from "../../../wire/attachment.ts";
import { safeFileName } from "../../../wire/file/file_name.ts";
import { type Fetched, isPicture, isShownAtOnce, openFile } from "./file_cache.ts";
import { fileWords } from "./file_words.ts";

/** The files. */
export function Attachments({ files }: { readonly files: readonly AttachmentView[] }) {
  return (
    <ul class="files">
      {files.map((file) => <FileItem key={file.id} file={file} />)}
    </ul>
  );
}

function FileItem({ file }: { readonly file: AttachmentView }) {
  const t = fileWords.value;
  const opened = useSignal<Fetched | "opening" | undefined>(undefined);
  const name = safeFileName(file.name);
  const fetched = typeof opened.value === "object" ? opened.value : undefined;

  async function open(): Promise<Fetched> {
    opened.value = "opening";
    return opened.value = await openFile(file);
  }
  async function save(): Promise<void> {
    const content = await open();
    if ("address" in content) saveAs(content.address, name);
  }
  useEffect(() => {
    if (isShownAtOnce(file)) void open();
  }, [file.id]);

  return (
    <li class="file">
      {isPicture(file) && fetched && "address" in fetched && (
        <img class="file-picture" src={fetched.address} alt={t.image(name)} />
      )}
      <div class="file-line">
        <Icon of={isPicture(file) ? Image : FileText} />
        <span class="file-name">
          <bdi>{name}</bdi>
          <span class="secondary">{formatBytes(file.size)}</span>
        </span>
        {isPicture(file) && !isShownAtOnce(file) && fetched === undefined && (
          <Button look="quiet" icon={Image} label={t.show(name)} isIconOnly onPress={open} />
        )}
        <Button look="quiet" icon={Download} label={t.save(name)} isIconOnly onPress={save} />
      </div>
      {opened.value === "opening" && <p class="secondary" role="status">{t.saving}</p>}
      {fetched && "fault" in fetched && <p class="field-error" role="alert">{fetched.fault}</p>}
    </li>
  );
}

/** Hands a content to the browser's downloads. */
function saveAs(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
