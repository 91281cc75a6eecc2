/** Somebody who is signed in. */
import type { SessionView } from "../../../web/inbox/session/session_api.ts";

export const WHO: SessionView = {
  person: { id: "me", login: "ana", name: "Ana", role: "agent" },
  preferences: { language: "fr", theme: "auto", sound: false, desktop: false },
  csrf: "csrf",
  sessionId: "session",
  expiresAt: "2026-12-01T00:00:00.000Z",
};
