/**
 * "Administration › Conseillers": the team, who serves which inbox, invitations.
 * @module
 */
import { useSignal } from "@preact/signals";
import { UserPlus } from "lucide";
import { Button } from "../../../kit/button.tsx";
import { ConfirmDialog } from "../../../kit/confirm_dialog.tsx";
import { ResourceView, useResource } from "../../../kit/resource.tsx";
import { toast } from "../../../kit/toasts.tsx";
import { faultOf, loaded } from "../../load.ts";
import { Card, Page } from "../../page.tsx";
import { callAdmin } from "../admin_api.ts";
import { reachedInboxes } from "../reached_inboxes.ts";
import { useFresh } from "../use_fresh.ts";
import { adminWords } from "../words.ts";
import { PeopleTable, type PersonAction, type PersonView } from "./people_table.tsx";
import { PersonForm } from "./person_form.tsx";
import { type SentLink, SentLinkDialog } from "./sent_link.tsx";
import { words } from "./words.ts";

/** The page. */
export function PeoplePage() {
  const t = words.value;
  const common = adminWords.value;
  const asked = useSignal<
    { readonly action: PersonAction; readonly person: PersonView } | "invite" | undefined
  >(
    undefined,
  );
  const sent = useSignal<SentLink | undefined>(undefined);
  const people = useResource(() => loaded(callAdmin("GET /admin/people")));
  const inboxes = useResource(() => loaded(reachedInboxes()));
  useFresh(people, inboxes);
  const close = () => void (asked.value = undefined);
  const reload = () => void people.reload();

  async function setActive(person: PersonView, active: boolean): Promise<string | undefined> {
    const fault = await faultOf(
      callAdmin("PATCH /admin/people/{id}", { params: { id: person.id }, body: { active } }),
    );
    if (fault === undefined) toast((active ? t.activated : t.deactivated)(person.name));
    reload();
    return fault;
  }

  async function makeLink(person: PersonView): Promise<string | undefined> {
    const made = await loaded(callAdmin("POST /admin/people/{id}/link", { params: { id: person.id } }));
    if (made.ok) sent.value = made.value;
    reload();
    return made.ok ? undefined : made.message;
  }

  function act(action: PersonAction, person: PersonView): void {
    if (action !== "activate") asked.value = { action, person };
    else {
      void setActive(person, true).then((fault) => fault && toast(fault, { look: "danger" }));
    }
  }

  const { value: question } = asked;
  return (
    <Page
      title={common.people}
      hint={t.hint}
      actions={
        <Button
          look="primary"
          icon={UserPlus}
          label={t.invite}
          onPress={() => void (asked.value = "invite")}
        />
      }
    >
      <ResourceView of={people}>
        {(rows) => {
          const left = rows.filter(({ active }) => !active);
          const table = (some: readonly PersonView[]) => (
            <PeopleTable people={some} inboxes={inboxes.value ?? []} onAction={act} />
          );
          return (
            <>
              <Card title={common.people} class="card-bare">
                {table(rows.filter(({ active }) => active))}
              </Card>
              {left.length > 0 && (
                <details class="card past">
                  <summary>{t.showLeft(left.length)}</summary>
                  {table(left)}
                </details>
              )}
            </>
          );
        }}
      </ResourceView>
      {(question === "invite" || question?.action === "change") && (
        <PersonForm
          person={question === "invite" ? undefined : question.person}
          inboxes={inboxes.value ?? []}
          onInvited={(link) => void (sent.value = link)}
          onDone={reload}
          onClose={close}
        />
      )}
      {question !== undefined && question !== "invite" && question.action === "link" && (
        <ConfirmDialog
          title={t.makeLinkOf(question.person.name)}
          look="primary"
          confirmLabel={t.makeLink}
          onConfirm={() => makeLink(question.person)}
          onClose={close}
        >
          <p dir="auto">{(question.person.joined ? t.resetBody : t.inviteAgainBody)(question.person.name)}</p>
        </ConfirmDialog>
      )}
      {question !== undefined && question !== "invite" && question.action === "deactivate" && (
        <ConfirmDialog
          title={t.deactivateOf(question.person.name)}
          confirmLabel={t.deactivate}
          onConfirm={() => setActive(question.person, false)}
          onClose={close}
        >
          <p dir="auto">{t.deactivateBody(question.person.name)}</p>
        </ConfirmDialog>
      )}
      {sent.value !== undefined && (
        <SentLinkDialog
          sent={sent.value}
          onClose={() => void (sent.value = undefined)}
        />
      )}
    </Page>
  );
}
