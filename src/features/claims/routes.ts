import type { ClaimDeps } from "./claim-store.ts";
import * as z from "zod";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { lazy } from "../../core/lazy.ts";
import { jsonBody } from "../../http/body.ts";
import { found, granted, Problem } from "../../http/problem.ts";
import { json, routesOver, type RouteContext } from "../../http/route.ts";
import { nameText } from "../../resources/fields.ts";
import { readForm } from "../../resources/form.ts";
import type { EventPorts } from "../history/event-store.ts";

type Need = EventPorts & {
  /** Who takes care of events. */
  claims: ClaimDeps;
  deliveries: { wakeUp(at: number): Promise<void> };
};

const route = routesOver<Need>();

/** The body that claims an event. */
export const claimForm = lazy(() =>
  z.strictObject({
    name: nameText(100).describe("Who takes care of it: 1 to 100 characters."),
    takeOver: z.boolean().default(false).describe("Whether to replace somebody else's claim. Default: false."),
  }),
);

const eventAt = async ({ ports, params }: RouteContext<Need>): Promise<Event> =>
  found(await ports.events.find(params["id"]!), "event");

async function renewed({ ports }: RouteContext<Need>, event: Event): Promise<void> {
  const at = await ports.claims.now();
  await ports.claims.renew(event, at);
  await ports.deliveries.wakeUp(at);
}

const viewOf = ({ id, claim }: Event) => ({ eventId: id, name: claim!.name, at: iso(claim!.at) });

export const claimRoutes = [
  route({
    method: "post",
    path: "/v1/events/{id}/claim",
    scope: "write",
    withinLists: true,
    operation: "claimEvent",
    async handle(requested) {
      const { ports, request } = requested;
      const { id } = await eventAt(requested);
      const form = granted(readForm(claimForm(), await jsonBody(request)));
      const { name, takeOver } = form as z.output<ReturnType<typeof claimForm>>;
      await ports.claims.claim(id, { name, at: ports.claims.wallNow() }, takeOver);
      const event = await eventAt(requested);
      if (event.claim?.name !== name) throw new Problem(409, `${event.claim?.name ?? "Somebody"} takes care of it.`);
      await renewed(requested, event);
      return json(viewOf(event), 201, { location: `/v1/events/${id}` });
    },
  }),
  route({
    method: "delete",
    path: "/v1/events/{id}/claim",
    scope: "write",
    withinLists: true,
    operation: "releaseEvent",
    async handle(requested) {
      const before = await eventAt(requested);
      found(before.claim ?? null, "claim");
      await requested.ports.claims.claim(before.id, null, true);
      const { claim: _claim, ...event } = before;
      await renewed(requested, event);
      return new Response(null, { status: 204 });
    },
  }),
];
