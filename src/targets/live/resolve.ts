import { malformed } from "../../core/fault.ts";
import { err, ok } from "../../core/result.ts";
import type { Reading, Resolving } from "../kind.ts";
import { handleIn, liveParams, type LiveParams } from "./params.ts";

/** The same user id, without one the same room id, is the same creator; without either the handle says who is meant. */
export function liveIdentity({ userId, roomId, handle, url }: LiveParams): string {
  const room = userId === undefined ? (roomId ?? null) : null;
  const named =
    userId === undefined && roomId === undefined ? ((handle ?? handleIn(url ?? ""))?.toLowerCase() ?? url) : null;
  return JSON.stringify([userId ?? null, room, named]);
}

/** A creator by handle or address of the profile, as `user.resolve` knows them. */
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
  named({ userId, roomId, handle }) {
    if (userId !== undefined || roomId !== undefined) return null;
    return handle === undefined ? "url" : "handle";
  },
  *read({ url, handle: given }): Reading<LiveParams> {
    const handle = given ?? handleIn(url ?? "") ?? undefined;
    const answer = yield { operation: "user.resolve", values: { handle, url } };
    if (!answer.ok) return err(answer.error);
    const { userId, handle: now } = answer.value.facts;
    if (userId === undefined) return err({ kind: "gone", status: null, detail: "the service doesn't know this name" });
    const found = liveParams().safeParse({ userId: String(userId), handle: now ?? handle });
    return found.success ? ok(found.data) : err(malformed("", "what it says of the creator is no user id"));
  },
};
