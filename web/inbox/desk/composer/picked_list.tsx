/**
 * The files chosen for the next reply.
 * @module
 */
import { File as FileIcon, X } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { formatBytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import type { PickedFile } from "../state/picked_files.ts";
import { deskWords } from "../words.ts";

/** The files, each with what lets go of it. */
export function PickedList({ files, onRemove }: {
  readonly files: readonly PickedFile[];
  readonly onRemove: (key: string) => unknown;
}) {
  const t = deskWords.value;
  return (
    <ul class="picked-files" aria-label={t.pickedFiles}>
      {files.map(({ key, file }) => (
        <li key={key} class="file">
          <Icon of={FileIcon} />
          <bdi>{file.name}</bdi>
          <span class="file-size">{formatBytes(file.size)}</span>
          <Button
            look="quiet"
            icon={X}
            isIconOnly
            label={t.removeFile(file.name)}
            onPress={() => onRemove(key)}
          />
        </li>
      ))}
    </ul>
  );
}
