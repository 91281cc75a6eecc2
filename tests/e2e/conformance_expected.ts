/**
 * Where the conformance suites fail at Messagerie, and why. A failure that is not here, or a row here that passes, is red.
 * @module
 */

/** Reasons. */
const NO_RESOURCES = "Messagerie has no resources: what a token reads comes from tools";
const NO_PROMPTS = "Messagerie has no prompts";
const NO_COMPLETION = "without prompts and resources there is nothing to complete";
const NO_LOGGING = "log messages to clients need a stream; answers are one JSON object (messagerie §2)";
const FIXTURE = "wants a tool of the suite's own fixture server, which a product does not have";
const NO_INPUT = "no tool asks its user back, so none answers that input is required";
const ORIGIN =
  "wants a localhost Origin accepted; Messagerie refuses every Origin by design (messagerie §2 check 1)";
const NO_SESSION = "there are no sessions (messagerie §2); the check looks for one";
const NO_EXTENSION = "an optional extension that Messagerie does not offer";

/** A failed check of a scenario, as `scenario/check`; a whole scenario as `scenario/*`. */
export type ExpectedFailures = Readonly<Record<string, string>>;

const BOTH: ExpectedFailures = {
  "completion-complete/*": NO_COMPLETION,
  "dns-rebinding-protection/localhost-host-valid-accepted": ORIGIN,
  "prompts-get-embedded-resource/*": NO_PROMPTS,
  "prompts-get-simple/*": NO_PROMPTS,
  "prompts-get-with-args/*": NO_PROMPTS,
  "prompts-get-with-image/*": NO_PROMPTS,
  "prompts-list/*": NO_PROMPTS,
  "resources-list/*": NO_RESOURCES,
  "resources-read-binary/*": NO_RESOURCES,
  "resources-read-text/*": NO_RESOURCES,
  "resources-templates-read/*": NO_RESOURCES,
  "tools-call-audio/*": FIXTURE,
  "tools-call-embedded-resource/*": FIXTURE,
  "tools-call-error/*": FIXTURE,
  "tools-call-image/*": FIXTURE,
  "tools-call-mixed-content/*": FIXTURE,
  "tools-call-simple-text/*": FIXTURE,
  "tools-call-with-progress/*": FIXTURE,
};

/** The 2025 suite (0.1.16, all active scenarios). */
export const EXPECTED_2025: ExpectedFailures = {
  ...BOTH,
  "elicitation-sep1034-defaults/*": FIXTURE,
  "elicitation-sep1330-enums/*": FIXTURE,
  "logging-set-level/*": NO_LOGGING,
  "resources-subscribe/*": NO_RESOURCES,
  "resources-unsubscribe/*": NO_RESOURCES,
  "server-sse-multiple-streams/server-sse-multiple-streams-session": NO_SESSION,
  "tools-call-elicitation/*": FIXTURE,
  "tools-call-sampling/*": FIXTURE,
  "tools-call-with-logging/*": NO_LOGGING,
};

/** What the 2026-07-28 revision requires (0.2.0-alpha.12), and what that suite runs besides. */
export const EXPECTED_2026: ExpectedFailures = {
  ...BOTH,
  "caching/sep-2549-prompts-list-caching-hints": NO_PROMPTS,
  "caching/sep-2549-resources-list-caching-hints": NO_RESOURCES,
  "caching/sep-2549-resources-templates-list-caching-hints": NO_RESOURCES,
  "http-custom-header-server-validation/*": "no argument asks to be repeated in a header (x-mcp-header)",
  "input-required-result-basic-elicitation/*": NO_INPUT,
  "input-required-result-basic-list-roots/*": NO_INPUT,
  "input-required-result-basic-sampling/*": NO_INPUT,
  "input-required-result-capability-check/*": NO_INPUT,
  "input-required-result-ignore-extra-params/*": NO_INPUT,
  "input-required-result-missing-input-response/*": NO_INPUT,
  "input-required-result-multi-round/*": NO_INPUT,
  "input-required-result-multiple-input-requests/*": NO_INPUT,
  "input-required-result-non-tool-request/*": NO_INPUT,
  "input-required-result-request-state/*": NO_INPUT,
  "input-required-result-result-type/*": NO_INPUT,
  "input-required-result-tampered-state/*": NO_INPUT,
  "json-schema-2020-12/*": FIXTURE,
  "sep-2164-resource-not-found/*": NO_RESOURCES,
  "server-stateless/sep-2575-http-server-no-independent-requests-on-stream": FIXTURE,
  "server-stateless/sep-2575-missing-capability-http-400": FIXTURE,
  "server-stateless/sep-2575-server-no-log-without-loglevel": FIXTURE,
  "server-stateless/sep-2575-server-rejects-undeclared-capability": FIXTURE,
  "tasks-capability-negotiation/*": NO_EXTENSION,
  "tasks-dispatch-and-envelope/*": NO_EXTENSION,
  "tasks-lifecycle/*": NO_EXTENSION,
  "tasks-mrtr-composition/*": NO_EXTENSION,
  "tasks-mrtr-input/*": NO_EXTENSION,
  "tasks-request-headers/*": NO_EXTENSION,
  "tasks-request-state-removal/*": NO_EXTENSION,
  "tasks-required-task-error/*": NO_EXTENSION,
  "tasks-wire-fields/*": NO_EXTENSION,
};
