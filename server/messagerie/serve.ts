/**
 * Puts the server together: the database, the desk, what answers requests, what works beside them; and takes it apart in
 * the opposite order.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import type { AdminDesk } from "../../service/messagerie/admin/admin_desk.ts";
import type { Desk } from "../../service/messagerie/desk.ts";
import { createOutboundWorker } from "../../service/messagerie/outbound/worker.ts";
import { authenticate } from "../../service/messagerie/tokens/authenticate.ts";
import { type Checkpoints, startCheckpoints } from "../../store/libsql/checkpoints.ts";
import { firstSite } from "../../store/messagerie/inboxes.ts";
import type { DeskStore } from "../../store/messagerie/open.ts";
import { createAdmission } from "./admission.ts";
import { channelSettings, outboundProviders, twilioStatusHandler } from "./channels/channels.ts";
import { TWILIO_STATUS_PATH } from "./channels/twilio_status.ts";
import { createDeskDispatcher } from "./desk_dispatcher.ts";
import { createFailures } from "./failures.ts";
import { firstOf, type PathHandler } from "./first_of.ts";
import { serveHttp, type Surface } from "./http.ts";
import { createSessionGate } from "./inbox/accounts/session_gate.ts";
import { createAdminDesk } from "./inbox/admin/create_admin_desk.ts";
import { peopleRoutes } from "./inbox/admin/people_routes.ts";
import { inboxPages } from "./inbox_pages.ts";
import { createInboxHandler } from "./inbox/handler.ts";
import { DESK_ROUTES } from "./inbox/routes.ts";
import { createLive, type Live } from "./live/create_live.ts";
import { siteRoutes } from "./inbox/site_routes.ts";
import { createLimiter, type Limiter } from "./limiter.ts";
import { createMcpEndpoint } from "./mcp.ts";
import { openStore } from "./open_store.ts";
import { createRestHandler } from "./rest/handler.ts";
import { openSecretKey } from "./secret_key_file.ts";
import type { Settings } from "./settings.ts";
import { DatabaseCounts } from "./shared_counts.ts";
import { startUpkeep } from "./upkeep.ts";
import { createWidget, type Widget } from "./widget/create_widget.ts";
import { widgetScript } from "./widget/script.ts";
import { createWidgetLimiter, type WidgetLimiter } from "./widget/widget_limiter.ts";

/** A server that answers. */
export interface Server {
  /** Where it listens, without a slash at its end. */
  readonly url: string;
  /** The address to show to people: the one that the settings give, else the one listened on. */
  readonly publicUrl: string;
  readonly desk: AdminDesk;
  /** Takes no more requests, finishes what is in flight, closes the database. */
  close(): Promise<void>;
}

/** What a server is given besides its settings. */
export interface ServerWorld {
  readonly env: Env;
  readonly log: Logger;
}

/**
 * Starts a server.
 * @throws {DatabaseFault}
 * @throws {Deno.errors.AddrInUse} and what else keeps it from listening
 */
export async function startServer(settings: Settings, { env, log }: ServerWorld): Promise<Server> {
  const store = await openStore(settings.database, env);
  let worker: ReturnType<typeof createOutboundWorker> | undefined;
  let checkpoints: Checkpoints | undefined;
  let live: Live | undefined;
  let widget: Widget | undefined;
  const desk: Desk = {
    store,
    env,
    log,
    channels: channelSettings(settings),
    filesMaxBytes: settings.filesMaxBytes,
    wakeOutbound: () => worker?.wake(),
    wakeFeed: () => live?.feed.wake(),
  };
  const limiter: Limiter = createLimiter({ env, log, shared: () => counts });
  const visits: WidgetLimiter = createWidgetLimiter({ env, log, shared: () => counts });
  let listening = "";
  const publicUrl = () => settings.publicUrl ?? listening;
  const counts = new DatabaseCounts({
    store,
    env,
    log,
    pid: Deno.pid,
    recent: () => [...limiter.recent(), ...visits.recent()],
  });
  try {
    checkpoints = await startCheckpoints(store, settings.database.url);
    await counts.start();
    const providers = outboundProviders(settings);
    const admin = createAdminDesk(desk, { settings, providers, publicUrl });
    const gate = createSessionGate(admin);
    live = createLive(desk, gate);
    const secretKey = await openSecretKey(
      { setting: settings.secretKey, databaseUrl: settings.database.url },
      { env, log },
    );
    widget = createWidget({ desk: { ...desk, secretKey }, live, limiter: visits });
    const inbox = createInboxHandler({
      desk,
      gate,
      routes: [
        ...DESK_ROUTES,
        ...live.routes,
        ...peopleRoutes(admin),
        ...siteRoutes({ secretKey, publicUrl }),
      ],
    });
    const pages = [await widgetScript(), await inboxPages()];
    const surface = createSurface({ inbox, widget: widget.handler }, desk, settings, limiter, pages);
    const http = serveHttp({
      hostname: settings.host,
      port: settings.port,
      proxies: settings.proxies,
      surface,
      log,
      env,
    });
    listening = http.url;
    worker = createOutboundWorker({
      store,
      env,
      log,
      providers,
      onChange: desk.wakeFeed,
    });
    const upkeep = startUpkeep(desk);
    log.info("server_started", { mail: desk.channels.email.available, sms: desk.channels.sms.available });
    return {
      url: http.url,
      publicUrl: publicUrl(),
      desk: admin,
      async close() {
        // Streams would never end by themselves, and requests that are in flight are waited for.
        await widget?.close();
        await live?.close();
        // Side by side: each may take as long as a supervisor waits. What a last request queues leaves at the next start.
        await Promise.all([http.shutdown(), worker?.stop(), upkeep.stop()]);
        await counts.stop();
        await checkpoints?.close();
        await store.close();
        log.info("server_stopped");
      },
    };
  } catch (error) {
    await widget?.close();
    await live?.close();
    await counts.stop().catch(() => {});
    await checkpoints?.close().catch(() => {});
    await store.close();
    throw error;
  }
}

function createSurface(
  own: Pick<Surface, "inbox" | "widget">,
  desk: Desk,
  settings: Settings,
  limiter: Limiter,
  pages: readonly PathHandler[],
): Surface {
  const { env, log } = desk;
  const admit = createAdmission({
    authenticate: (authorization, surface) => authenticate(desk, authorization, surface),
    limiter,
    failures: createFailures(env),
  });
  const twilio = twilioStatusHandler(desk, settings);
  return {
    mcp: createMcpEndpoint({
      dispatcher: createDeskDispatcher(desk),
      admit,
      contextOf: (actor) => ({ desk, actor }),
      log,
      env,
    }),
    rest: createRestHandler({ desk, admit }),
    ...own,
    healthy: () => answers(desk.store),
    pages: firstOf([
      ...(twilio === null ? [] : [{ owns: (path: string) => path === TWILIO_STATUS_PATH, handle: twilio }]),
      ...pages,
    ]),
  };
}

async function answers(store: DeskStore): Promise<boolean> {
  await firstSite(store.read);
  return true;
}
