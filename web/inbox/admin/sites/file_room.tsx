/**
 * How much room the files of conversations take of what they may: one line, which warns while there is time.
 * @module
 */
import type { FileRoom as Room } from "../../../../service/messagerie/files/file_room.ts";
import { formatBytes } from "../../../kit/format.ts";
import { useResource } from "../../../kit/resource.tsx";
import { loaded } from "../../load.ts";
import { callAdmin } from "../admin_api.ts";
import { useFresh } from "../use_fresh.ts";
import { words } from "./words.ts";

/** The share of the room above which it is a warning. */
const WARNING = 0.8;

/** The line; nothing until it is known. */
export function FileRoom() {
  const files = useResource(() => loaded(callAdmin("GET /admin/files")));
  useFresh(files);
  const { value: room } = files;
  if (room === undefined) return null;
  const { text, isWarning } = roomInWords(room);
  return <p class={isWarning ? "notice notice-warning" : "muted"}>{text}</p>;
}

/** What it says. */
export function roomInWords({ bytes, waitingBytes, maxBytes }: Room): { text: string; isWarning: boolean } {
  const t = words.value;
  if (maxBytes === 0) return { text: t.fileRoomNone, isWarning: false };
  const taken = t.fileRoom(formatBytes(bytes), formatBytes(maxBytes));
  // What waits for its message gives way.
  const isWarning = bytes - waitingBytes > WARNING * maxBytes;
  return { text: isWarning ? `${taken} ${t.fileRoomFull}` : taken, isWarning };
}
