/**
 * In place of the list while no conversation is open: where they come from, and for who may bring them, the ways to it.
 * @module
 */
import { CodeXml, Globe, UsersRound } from "lucide";
import { Icon } from "../../../kit/icon.tsx";
import { me } from "../../session/session.ts";
import { deskWords } from "../words.ts";

/** The text and, for a supervisor, the links. */
export function NothingYet() {
  const t = deskWords.value;
  const ways = [
    ["/admin/sites", Globe, t.addSite],
    ["/admin/agents", UsersRound, t.inviteAdvisor],
    ["/admin/api", CodeXml, t.connectAgent],
  ] as const;
  return (
    <div class="list-empty">
      <p>{t.nothingOpen}</p>
      <p>{t.nothingOpenHint}</p>
      {me.value?.role === "supervisor" && (
        <ul>
          {ways.map(([href, icon, label]) => (
            <li key={href}>
              <a class="button" href={href}>
                <Icon of={icon} />
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
