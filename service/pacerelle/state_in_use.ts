/**
 * What is said when another process holds the state (contract: pacerelle §1 "State: one holder").
 * @module
 */
import type { TakenLock } from "../../store/mailbox/lock/lock_holder.ts";
import { refuse } from "./refusals.ts";

/** STATE_IN_USE, with who holds it as far as that is known. */
export function stateInUse({ heldBy }: TakenLock) {
  if (heldBy === undefined) {
    return refuse(
      "STATE_IN_USE",
      undefined,
      "Un autre programme, qui ne répond pas, utilise l’état de cet agent sur cette machine : fermez-le. Ce serveur " +
        "prendra le relais tout seul.",
    );
  }
  const { app, pid, since } = heldBy;
  return refuse(
    "STATE_IN_USE",
    { holder: { app, pid, since } },
    `« ${app} » (processus ${pid}) utilise l’état de cet agent sur cette machine depuis ${since}. Continuez là-bas, ou ` +
      "fermez-y le serveur Pacerelle : celui-ci prendra le relais tout seul.",
  );
}
