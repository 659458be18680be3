import { malformed } from "../../core/fault.ts";
import { err, ok } from "../../core/result.ts";
import { cut, tidyLine } from "../../core/text.ts";
import type { Reading, Resolution, Resolving } from "../kind.ts";
import { handleIn, liveParams, type LiveParams } from "./params.ts";

/**
 * Identifies a creator by user id, a stream by room id if there is no user id, and otherwise the creator by handle or
 * address.
 */
export function liveIdentity({ userId, roomId, handle, url }: LiveParams): string {
  const room = userId === undefined ? (roomId ?? null) : null;
  const named =
    userId === undefined && roomId === undefined ? ((handle ?? handleIn(url ?? ""))?.toLowerCase() ?? url) : null;
  return JSON.stringify([userId ?? null, room, named]);
}

/** As long as a target's name may be. */
const LONGEST_NAME = 200;

/** The name of a creator before anybody chooses one: the handle after an @, else the address. */
export const unnamedLive = (handle: string | undefined, url: string | undefined): string =>
  handle === undefined ? (url ?? "") : `@${(handleIn(handle) ?? handle).replace(/^@/, "")}`;

/** Resolves a handle or profile address with `user.resolve`. */
export const resolvesLive: Resolving<LiveParams> = {
  operation: {
    name: "user.resolve",
    source: "default",
    path: "/api/v1//user/resolve",
    query: { handle: "{handle}", url: "{url}" },
    fields: {
      userId: "/data/user/id_str",
      handle: "/data/user/unique_id",
      name: "/data/user/nickname",
      avatar: "/data/user/avatar",
    },
  },
  asks: "handle",
  byName({ handle: provided, url }) {
    const handle = provided ?? handleIn(url ?? "");
    return handle === null || handle === undefined ? null : { handle };
  },
  named({ userId, roomId, handle }) {
    if (userId !== undefined || roomId !== undefined) return null;
    return handle === undefined ? "url" : "handle";
  },
  alias: ({ userId, handle }) => (userId === undefined || handle === undefined ? null : liveIdentity({ handle })),
  unnamed: ({ handle, url }) => unnamedLive(handle, url),
  *read({ url, handle: provided }): Reading<Resolution<LiveParams>> {
    const handle = provided ?? handleIn(url ?? "") ?? undefined;
    const answer = yield { operation: "user.resolve", values: { handle, url } };
    if (!answer.ok) return err(answer.error);
    const { userId, handle: now, name } = answer.value.facts;
    if (userId === undefined) return err({ kind: "gone", status: null, detail: "the service doesn't know this name" });
    const found = liveParams().safeParse({ userId: String(userId), handle: now ?? handle });
    if (!found.success) return err(malformed("", "what it says of the creator is no user id"));
    const displayed = name === undefined ? "" : cut(tidyLine(String(name)), LONGEST_NAME);
    return ok({ params: found.data, name: displayed === "" ? null : displayed });
  },
};
