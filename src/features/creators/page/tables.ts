import { listAnswer } from "../../../http/csv.ts";
import { broadcastListing, eventListing, sampleListing } from "../../history/listings.ts";
import type { Target } from "../resource/form.ts";
import { type Page, type PageContext, pageAt } from "../../../ui/page.ts";
import { theOne } from "./reading.ts";
import type { Room } from "../../../ui/words/rooms.ts";

const NEEDS = ["keep", "events", "samples", "horizon", "team", "mostCsvRows", "statementsLeft"] as const;
type Need = (typeof NEEDS)[number];

/** The data of a target that can be downloaded. */
export type Table = "streams" | "series" | "happenings";

/** Returns the CSV files of a target's page: the API's CSV, for the signed-in user. */
export function tablePages(room: Room, tables: Table[]): Page[] {
  const requested = ({ request, ports, url }: PageContext<"mostCsvRows" | "statementsLeft">) => {
    const cursor = url.searchParams.get("cursor") ?? undefined;
    return { request, ports, query: { format: "csv" as const, cursor } };
  };
  const answers: Record<Table, (context: PageContext<Need>, one: Target) => Promise<Response>> = {
    streams: (context, one) => listAnswer(requested(context), broadcastListing(one, context.ports)),
    series: (context, one) => listAnswer(requested(context), sampleListing(one, {}, context.ports)),
    happenings: (context, one) => listAnswer(requested(context), eventListing(one.id, {}, context.ports)),
  };
  return tables.map((name) =>
    pageAt(`${room.path}/{id}/${name}.csv`, NEEDS, async (context) =>
      answers[name](context, await theOne(context, room)),
    ),
  );
}
