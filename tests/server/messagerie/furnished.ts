/** A database with a small demo and tokens to use it, made in this process. */
import { systemEnv } from "../../../base/env.ts";
import { generateDemo } from "../../../service/messagerie/demo/generate.ts";
import {
  type CreatedToken,
  createToken,
  type NewToken,
} from "../../../service/messagerie/tokens/manage_tokens.ts";
import { importDesk } from "../../../service/messagerie/transfer/import_desk.ts";
import { type DeskStore, openDeskStore } from "../../../store/messagerie/open.ts";

/** Runs `work` on the database at `url`. */
export async function onDesk<Result>(
  url: string,
  work: (
    desk: { readonly store: DeskStore; readonly env: typeof systemEnv; readonly wakeFeed: () => void },
  ) => Promise<Result>,
): Promise<Result> {
  const store = await openDeskStore({ url, env: systemEnv });
  try {
    return await work({ store, env: systemEnv, wakeFeed: () => {} });
  } finally {
    await store.close();
  }
}

/** Fills the database; `create` makes a token by the supervisor Claire unless told otherwise. */
export async function furnish(url: string): Promise<{
  readonly conversationIds: readonly string[];
  readonly create: (wanted?: Partial<NewToken>) => Promise<CreatedToken>;
}> {
  return await onDesk(url, async (desk) => {
    await importDesk(
      desk,
      generateDemo({ conversations: 30, messages: 200, seed: 1, until: Date.UTC(2026, 0, 31) }),
      {
        update: false,
      },
    );
    const rows = await desk.store.read.selectFrom("conversation").select("id").orderBy("no").execute();
    return {
      conversationIds: rows.map(({ id }) => id),
      create: (wanted = {}) =>
        onDesk(url, (own) =>
          createToken(own, {
            label: "Robot",
            access: "write",
            surfaces: ["mcp", "rest"],
            inboxIds: null,
            expiresAt: null,
            createdBy: 1,
            ...wanted,
          })),
    };
  });
}
