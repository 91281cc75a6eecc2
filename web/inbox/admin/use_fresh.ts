/**
 * Lists of the administration that show what others change meanwhile: asked for again when the stream tells of a change to
 * people, inboxes, tags, replies or sites, when somebody comes back to the page, and now and then for what no event tells, such as
 * when a token was last used.
 * @module
 */
import { useEffect, useRef } from "preact/hooks";
import type { Resource } from "../../kit/resource.tsx";
import { later } from "../../kit/later.ts";
import { live } from "../live/live.ts";

/** Several changes at once are one. */
const CALM_MS = 300;
/** While somebody looks at the page. */
const AGAIN_MS = 15_000;

/** Keeps these as they are on the server. What was typed into an open form is not theirs, and stays. */
export function useFresh(...resources: readonly Pick<Resource<unknown>, "refresh">[]): void {
  const latest = useRef(resources);
  latest.current = resources;
  useEffect(() => {
    const refresh = later(CALM_MS, () => latest.current.forEach((one) => void one.refresh()));
    const ifSeen = () => {
      if (document.visibilityState === "visible") refresh();
    };
    const deafen = live().listen(({ event }) => {
      if (event === "directory" || event === "reset") refresh();
    });
    const timer = setInterval(ifSeen, AGAIN_MS);
    addEventListener("focus", ifSeen);
    document.addEventListener("visibilitychange", ifSeen);
    return () => {
      deafen();
      refresh.cancel();
      clearInterval(timer);
      removeEventListener("focus", ifSeen);
      document.removeEventListener("visibilitychange", ifSeen);
    };
  }, []);
}
