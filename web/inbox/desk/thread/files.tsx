/**
 * The files of a message: pictures are seen, the others can be downloaded. The server hands each out as a download, never as
 * a page.
 * @module
 */
import { File, FileX } from "lucide";
import { useSignal } from "@preact/signals";
import { formatBytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { API_ROOT } from "../../api/client.ts";
import type { SentFile } from "../types.ts";
import { deskWords } from "../words.ts";

/** Types that a browser draws and that can hold no script. */
const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
/** Larger pictures are shown when somebody asks for them. */
const MAX_SEEN_BYTES = 5_000_000;

/** The files. */
export function Files({ files }: { readonly files: readonly SentFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul class="files">
      {files.map((file) => (
        <li key={file.id}>
          <OneFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function OneFile({ file }: { readonly file: SentFile }) {
  const t = deskWords.value;
  const isBroken = useSignal(false);
  if (!file.available) {
    return (
      <span class="file file-missing">
        <Icon of={FileX} />
        <bdi>{file.name}</bdi>
        <span class="file-size">{t.fileMissing}</span>
      </span>
    );
  }
  const address = `${API_ROOT}/files/${encodeURIComponent(file.id)}`;
  const label = t.download(t.fileSize(file.name, formatBytes(file.size)));
  if (PICTURES.has(file.type) && file.size <= MAX_SEEN_BYTES && !isBroken.value) {
    return (
      <a class="file-picture" href={address} download={file.name} aria-label={label} title={label}>
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => isBroken.value = true} />
      </a>
    );
  }
  return (
    <a class="file" href={address} download={file.name} aria-label={label} title={label}>
      <Icon of={File} />
      <bdi>{file.name}</bdi>
      <span class="file-size">{formatBytes(file.size)}</span>
    </a>
  );
}
