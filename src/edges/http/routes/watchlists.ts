import * as z from "zod";
import { watchlistView } from "../../../flows/browse/watchlist-view.ts";
import { changeWatchlist, createWatchlist, removeWatchlist } from "../../../flows/manage/watchlists.ts";
import { jsonBody } from "../body.ts";
import { forms, patchOf } from "../forms.ts";
import { found, granted } from "../problem.ts";
import { flag, madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { created, noContent, json, route, type Route } from "../route.ts";
import { pageShape, watchlistShape } from "../shapes.ts";

const tag = "Watchlists";

export const watchlistRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/watchlists",
    scope: "read",
    operation: "listWatchlists",
    tag,
    summary: "List watchlists, oldest first",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of watchlists", schema: pageShape(watchlistShape) },
    handle: async ({ ports, query }) =>
      json(pageBody(await ports.watchlists.list(pageOf(query, madeKey)), watchlistView)),
  }),
  route({
    method: "post",
    path: "/v1/watchlists",
    scope: "write",
    operation: "createWatchlist",
    tag,
    summary: "Create a watchlist",
    body: forms.watchlist,
    status: 201,
    reply: { description: "The watchlist", schema: watchlistShape },
    refusals: [409],
    async handle({ ports, request }) {
      const watchlist = granted(await createWatchlist(await jsonBody(request), ports.watchlists));
      return created(`/v1/watchlists/${watchlist.id}`, watchlistView(watchlist));
    },
  }),
  route({
    method: "get",
    path: "/v1/watchlists/{id}",
    scope: "read",
    operation: "getWatchlist",
    tag,
    summary: "Read a watchlist",
    status: 200,
    reply: { description: "The watchlist", schema: watchlistShape },
    handle: async ({ ports, params }) =>
      json(watchlistView(found(await ports.watchlists.find(params["id"]!), "watchlist"))),
  }),
  route({
    method: "patch",
    path: "/v1/watchlists/{id}",
    scope: "write",
    operation: "changeWatchlist",
    tag,
    summary: "Change a watchlist",
    body: patchOf("watchlist"),
    status: 200,
    reply: { description: "The watchlist as it is now", schema: watchlistShape },
    refusals: [409],
    async handle({ ports, params, request }) {
      const watchlist = found(await ports.watchlists.find(params["id"]!), "watchlist");
      return json(watchlistView(granted(await changeWatchlist(watchlist, await jsonBody(request), ports.watchlists))));
    },
  }),
  route({
    method: "delete",
    path: "/v1/watchlists/{id}",
    scope: "write",
    operation: "deleteWatchlist",
    tag,
    summary: "Delete a watchlist",
    description: "409 lists its targets and subscriptions, unless `cascade` takes them along.",
    query: z.object({ cascade: flag.optional() }),
    status: 204,
    reply: { description: "It is deleted" },
    refusals: [409],
    async handle({ ports, params, query }) {
      const { id } = found(await ports.watchlists.find(params["id"]!), "watchlist");
      granted(await removeWatchlist(id, query.cascade ?? false, ports.watchlists));
      return noContent();
    },
  }),
];
