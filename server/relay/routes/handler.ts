/**
 * What a route's handler is, and what it stands on.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import type { RelayStore } from "../../../store/relay/open.ts";
import type { RouteName, RouteRequest, RouteResponse, ROUTES } from "../../../wire/account.ts";
import type { RelayLimits } from "../limits.ts";
import type { Hub } from "../live/hub.ts";
import type { LoginThrottle } from "../login_throttle.ts";
import type { Nonces } from "../nonces.ts";
import type { PasswordHasher } from "../password.ts";
import type { Principal } from "../principal.ts";

/** Web Push, as far as routes need it. */
export interface PushRules {
  readonly publicKey: string;
  /** Whether the relay may call a subscription's address. */
  isAllowed(endpoint: string): boolean;
}

/** What handlers stand on. */
export interface RouteContext {
  readonly env: Env;
  readonly log: Logger;
  readonly store: RelayStore;
  readonly limits: RelayLimits;
  readonly hub: Hub;
  readonly nonces: Nonces;
  readonly throttle: LoginThrottle;
  readonly hasher: PasswordHasher;
  readonly push: PushRules;
}

/** Who calls: a principal of the kind that the route asks for, or an address where it asks for nobody. */
export type Caller<Name extends RouteName> = (typeof ROUTES)[Name]["access"] extends "anyone"
  ? { readonly address: string }
  : Principal;

/** Handles one route. Throws a `Refusal` for an expected refusal. */
export type Handler<Name extends RouteName> = (
  context: RouteContext,
  caller: Caller<Name>,
  input: RouteRequest<Name>,
) => RouteResponse<Name> | Promise<RouteResponse<Name>>;

/** All handlers, by route. */
export type Handlers = { readonly [Name in RouteName]: Handler<Name> };
