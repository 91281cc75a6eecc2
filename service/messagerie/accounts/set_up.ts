/**
 * The first supervisor: while none can sign in, whoever starts the server gets a link that makes one.
 * @module
 */
import { uuidv7 } from "../../../base/uuid.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { deleteSetUpLinks } from "../../../store/messagerie/one_time_links.ts";
import { findByLogin, hasOtherSupervisor } from "../../../store/messagerie/staff.ts";
import { insertAgent } from "../../../store/messagerie/people.ts";
import { noteChange } from "../admin/audit.ts";
import { checkLogin, checkPersonName } from "../directory/agents.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { SET_UP_LINK_MS } from "../limits.ts";
import { invalid, refuse } from "../refusals.ts";
import type { AccountDesk } from "./account_desk.ts";
import { findOpenLink, type Link, makeLink, useLink } from "./links.ts";
import { checkPassword } from "./password_rules.ts";
import { rememberDevice } from "./devices.ts";
import { openSession } from "./sessions.ts";
import type { SignedInNow } from "./sign_in.ts";

/** No person has this number. */
const NOBODY = 0;

/** Whether no supervisor can sign in. */
export async function needsSetUp(desk: Pick<AccountDesk, "store">): Promise<boolean> {
  return !await hasOtherSupervisor(desk.store.read, NOBODY);
}

/** A new link in place of the last one, or null when a supervisor can sign in. */
export async function setUpLink(
  desk: Pick<AccountDesk, "store" | "env" | "publicUrl">,
): Promise<Link | null> {
  return await desk.store.write(async (tx) =>
    await hasOtherSupervisor(tx, NOBODY)
      ? null
      : await makeLink(tx, desk, { kind: "setup", agentNo: null, forMs: SET_UP_LINK_MS })
  );
}

/**
 * Makes the first supervisor, signed in.
 * @throws {Refusal} `LINK_INVALID`; `INVALID_REQUEST` naming `login`, `name` or `password`, and the link may be used again
 */
export async function setUp(
  desk: AccountDesk,
  wanted: {
    readonly secret: string;
    readonly name: string;
    readonly login: string;
    readonly password: string;
    readonly userAgent: string;
  },
): Promise<SignedInNow> {
  const link = await findOpenLink(desk, wanted.secret);
  if (link.kind !== "setup") throw refuse("LINK_INVALID");
  const login = checkLogin(wanted.login);
  const name = checkPersonName(wanted.name);
  checkPassword(wanted.password, [login, name]);
  const passwordHash = await desk.passwords.hash(wanted.password);
  const signedIn = await desk.store.write(async (tx) => {
    await useLink(tx, link);
    if (await hasOtherSupervisor(tx, NOBODY)) throw refuse("LINK_INVALID");
    const added = await insertAgent(tx, {
      id: uuidv7(desk.env),
      login,
      name,
      role: "supervisor",
      inboxes: [],
      passwordHash,
      createdAt: desk.env.now(),
    });
    if (added !== "added") {
      throw invalid({
        field: "login",
        message: "Cet identifiant est déjà pris : « agent reset » donne un lien à qui le porte.",
      });
    }
    await deleteSetUpLinks(tx);
    const person = await findByLogin(tx, login);
    if (person === undefined) throw refuse("LINK_INVALID");
    await noteChange(tx, desk.env, { agentNo: person.no, name }, {
      action: "person.set_up",
      subject: login,
    });
    await appendChanges(tx, [directoryChange(desk.env)]);
    return {
      session: await openSession(tx, desk, { agentNo: person.no, userAgent: wanted.userAgent }),
      device: await rememberDevice(tx, desk, person.no),
    };
  });
  desk.wakeFeed();
  return signedIn;
}
