/**
 * What a route of the visitors' side is: data, as on the other surfaces.
 * @module
 */
import type * as z from "zod";
import type { VisitorActor } from "../../../service/messagerie/widget/visitor_actor.ts";
import type { WidgetSite } from "../../../service/messagerie/widget/widget_site.ts";
import type { WidgetDesk } from "./widget_desk.ts";
import type { VisitorStreams } from "./visitor_streams.ts";
import type { Errand } from "./widget_limiter.ts";

/** What a route is given. */
export interface WidgetAsked<Input> {
  readonly desk: WidgetDesk;
  readonly site: WidgetSite;
  /** Placeholders of the path, the query of a GET, the body of a POST. */
  readonly input: Input;
  readonly request: Request;
  readonly address: string;
  readonly streams: VisitorStreams;
}

/** One route. */
export interface WidgetRoute<Input extends z.ZodObject = z.ZodObject> {
  readonly method: "GET" | "POST" | "DELETE";
  /** Under `/api/widget/{site key}`. */
  readonly path: `/${string}`;
  readonly errand: Errand;
  /** Whether a visitor's secret has to be shown. */
  readonly visitor: boolean;
  readonly input: Input;
  /** A Response is sent as it is; anything else as `{data}`. */
  run(asked: WidgetAsked<z.output<Input>> & { readonly actor: VisitorActor }): Promise<unknown>;
}

/** Freezes a route; the type of its input is inferred. */
export function defineWidgetRoute<Input extends z.ZodObject>(route: WidgetRoute<Input>): WidgetRoute {
  return Object.freeze(route) as unknown as WidgetRoute;
}
