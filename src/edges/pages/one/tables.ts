import { listAnswer } from "../../http/csv.ts";
import { broadcastListing, eventListing, sampleListing } from "../../http/listings.ts";
import type { Page, Visit } from "../page.ts";
import { theOne } from "./reading.ts";
import type { Room } from "./room.ts";

/** The tables of a target's page, as files: what the API answers as CSV, for who is signed in here. */
export function tablePages(room: Room): Page[] {
  const file = (name: string, answer: (visit: Visit) => Promise<Response>): Page => ({
    method: "get",
    path: `${room.path}/{id}/${name}.csv`,
    scope: "read",
    handle: answer,
  });
  const asked = ({ request, ports, url }: Visit) => {
    const cursor = url.searchParams.get("cursor") ?? undefined;
    return { request, ports, query: { format: "csv" as const, cursor } };
  };
  return [
    file("streams", async (visit) =>
      listAnswer(asked(visit), broadcastListing(await theOne(visit, room), visit.ports)),
    ),
    file("series", async (visit) =>
      listAnswer(asked(visit), sampleListing(await theOne(visit, room), {}, visit.ports)),
    ),
    file("happenings", async (visit) =>
      listAnswer(asked(visit), eventListing((await theOne(visit, room)).id, {}, visit.ports)),
    ),
  ];
}
