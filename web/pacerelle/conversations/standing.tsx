/**
 * Where an own message stands, by an icon and in words.
 * @module
 */
import {
  Check,
  CheckCheck,
  CircleCheckBig,
  CircleQuestionMark,
  CircleX,
  Clock3,
  type IconNode,
  MonitorSmartphone,
} from "lucide";
import { Icon } from "../../kit/icon.tsx";
import type { Standing, StandingState } from "../app/entry_types.ts";
import { say } from "../state.ts";

const ICONS: Readonly<Record<StandingState, IconNode>> = {
  here: Clock3,
  uncertain: CircleQuestionMark,
  relay: Check,
  received: CheckCheck,
  processed: CircleCheckBig,
  refused: CircleX,
  elsewhere: MonitorSmartphone,
};

/** The icon alone: where the words are elsewhere. */
export function StandingIcon({ state }: { readonly state: StandingState }) {
  return <Icon of={ICONS[state]} class={`standing-icon standing-${state}`} />;
}

/** Icon and words; why, where it was refused. */
export function StandingLine({ standing: { state, words, refusal } }: { readonly standing: Standing }) {
  return (
    <span class={`standing standing-${state}`}>
      <StandingIcon state={state} /> {say(words)}
      {refusal && (
        <>
          {". "}
          {say(refusal.words)} {refusal.advice && say(refusal.advice)}
        </>
      )}
    </span>
  );
}
