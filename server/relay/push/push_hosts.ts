/**
 * Which push services a relay speaks to: those of the browsers, by name, and what the operator adds. A device chooses the
 * address that the relay calls; a list of names leaves it no way to make the relay call into its own network, whatever a
 * name resolves to at that moment.
 * @module
 */

/** Chrome, Edge, Opera, Samsung (FCM); Firefox; Safari; Edge on Windows before. A leading dot stands for any name below. */
const BROWSER_PUSH_HOSTS: readonly string[] = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
];

/** Whether a relay that also allows `more` may call `endpoint`: https, the usual port, no credentials, a listed host. */
export function isPushHost(endpoint: string, more: readonly string[] = []): boolean {
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch {
    return false;
  }
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") {
    return false;
  }
  return [...BROWSER_PUSH_HOSTS, ...more].some((host) =>
    host.startsWith(".")
      ? url.hostname.endsWith(host) && url.hostname.length > host.length
      : url.hostname === host
  );
}
