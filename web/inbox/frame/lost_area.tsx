/**
 * What a wrong address shows: that nothing is there, and where to go.
 * @module
 */
import { Compass } from "lucide";
import { useEffect } from "preact/hooks";
import { Icon } from "../../kit/icon.tsx";
import { address } from "../../kit/router.ts";
import { words } from "../words.ts";
import { placeTitle } from "./slots.ts";

/** The page. */
export function Area() {
  const t = words.value;
  const [path = ""] = address.value.split("?");
  useEffect(() => {
    placeTitle(t.lost);
    return () => placeTitle("");
  }, [t]);
  return (
    <div class="page-wait">
      <Icon of={Compass} />
      <h1>{t.lost}</h1>
      <p>
        {t.lostHint} <code dir="ltr">{path}</code>
      </p>
      <p class="form-actions">
        <a class="button button-primary" href="/">{t.toConversations}</a>
      </p>
    </div>
  );
}
