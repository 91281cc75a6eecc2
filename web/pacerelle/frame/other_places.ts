/**
 * The places around the conversations, in one part: it is loaded when one of them is shown, or shortly after the app has
 * opened. Parts of their own would each load what they share, or shatter it into files too small to be packed well.
 * @module
 */
export { WaitingPage } from "../account/waiting_page.tsx";
export { AgentsPage } from "../agents/agents_page.tsx";
export { DevicesPage } from "../devices/devices_page.tsx";
export { SettingsPage } from "../settings/settings_page.tsx";
