/**
 * The head of an open conversation: whose it is, where it stands, what can be done to it.
 * @module
 */
import { ArrowLeft, CheckCheck, PanelRight, RotateCcw } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { formatFull } from "../../../kit/format.ts";
import { Avatar } from "../../frame/avatar.tsx";
import * as actions from "../actions/actions.ts";
import { AssignMenu } from "../actions/assign_menu.tsx";
import { MoreMenu } from "../actions/more_menu.tsx";
import { SnoozeMenu } from "../actions/snooze_menu.tsx";
import { TagMenu } from "../actions/tag_menu.tsx";
import type { Details } from "../types.ts";
import { areDetailsShown, toggleDetails } from "../ui.ts";
import { deskWords } from "../words.ts";

/** The head. */
export function ThreadHead(
  { details, onBack }: { readonly details: Details; readonly onBack: () => unknown },
) {
  const t = deskWords.value;
  const { id, contact, status } = details;
  const isResolved = status === "resolved";
  const facts = [
    t.channels[details.channel],
    details.inbox?.name,
    status === "pending" && details.snoozedUntil !== null
      ? t.onHoldUntil(formatFull(details.snoozedUntil))
      : t.statuses[status],
  ].filter((fact) => fact !== undefined);
  return (
    <header class="thread-head">
      <Button
        class="thread-back"
        look="quiet"
        icon={ArrowLeft}
        label={t.backToList}
        isIconOnly
        onPress={onBack}
      />
      <Avatar name={contact.name} seed={contact.id} class="thread-avatar" />
      <div class="thread-who">
        <h2>
          <bdi>{contact.name}</bdi>
        </h2>
        <p>
          {facts.map((fact, at) => (
            <span key={at}>
              {at > 0 && " · "}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
      </div>
      <div class="thread-actions">
        <AssignMenu details={details} />
        <TagMenu details={details} />
        {!isResolved && <SnoozeMenu details={details} />}
        <MoreMenu details={details} />
        <Button
          class="thread-resolve"
          look={isResolved ? "plain" : "primary"}
          icon={isResolved ? RotateCcw : CheckCheck}
          label={isResolved ? t.reopen : t.resolve}
          title={isResolved ? t.reopen : t.resolve}
          onPress={() => isResolved ? actions.reopen(id) : actions.resolve(id)}
        />
        <Button
          look="quiet"
          class="thread-details"
          icon={PanelRight}
          label={areDetailsShown.value ? t.hideDetails : t.showDetails}
          isIconOnly
          aria-pressed={areDetailsShown.value ? "true" : "false"}
          onPress={() => toggleDetails()}
        />
      </div>
    </header>
  );
}
