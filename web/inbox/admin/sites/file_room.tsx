/**
 * How much room the files of conversations take of what they may: one line, which warns while there is time.
 * @module
 */
import { formatBytes } from "../../../kit/format.ts";
import { useResource } from "../../../kit/resource.tsx";
import { loaded } from "../../load.ts";
import { callAdmin } from "../admin_api.ts";
import { words } from "./words.ts";

/** The share of the room above which it is a warning. */
const WARNING = 0.8;

/** The line; nothing until it is known. */
export function FileRoom() {
  const t = words.value;
  const { value: room } = useResource(() => loaded(callAdmin("GET /admin/files")));
  if (room === undefined) return null;
  const taken = t.fileRoom(formatBytes(room.bytes), formatBytes(room.maxBytes));
  return room.bytes > WARNING * room.maxBytes
    ? <p class="notice notice-warning">{`${taken} ${t.fileRoomFull}`}</p>
    : <p class="muted">{taken}</p>;
}
