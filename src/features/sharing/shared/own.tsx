import { monthOf } from "../../../core/goal.ts";
import { horizonOf } from "../../../core/knowledge.ts";
import { peopleOf, type Person } from "../../goals/people.ts";
import { airingOf, isLost } from "../../lists/page/live.tsx";
import { liveWords } from "../../lists/page/words.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { usuallyNext, type WallPorts } from "../../wall/wall.ts";
import { drawnFrom, type PageContext } from "../../../ui/page.ts";
import { troublesIn } from "../../../ui/service-words.ts";
import { showWhole } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { pageIn } from "./shared.tsx";

import { LIST, OwnView } from "./own-view.tsx";
import type { ReportPorts } from "../../reports/rows/report.ts";

/** Creators on a page, and up to how many all are read, those with the most hours first. */
const A_PAGE = 50;
const MAX_ALL = 120;

/** The creators of a list, most hours first; of a long one a page by name. */
async function peopleIn(
  { ports, url, now }: PageContext<WallPorts & ReportPorts>,
  list: string,
  zone: string,
): Promise<{
  reading: Awaited<ReturnType<PageContext<WallPorts>["ports"]["wall"]["read"]>>;
  people: Person[];
  page: number;
  more: boolean;
  part: boolean;
}> {
  const page = pageIn(url);
  const reading = await ports.wall.read(list, MAX_ALL + 1, 0);
  const byHours = (a: Person, b: Person): number => b.standing.hours - a.standing.hours;
  if (reading.first.length <= MAX_ALL) {
    const all =
      reading.first.length === 0 ? [] : await peopleOf({ watchlistId: list, zone, max: MAX_ALL }, now, ports.reports);
    return { reading, people: all.sort(byHours), page, more: all.length > page * A_PAGE, part: false };
  }
  const some = await ports.wall.read(list, A_PAGE + 1, (page - 1) * A_PAGE);
  const ids = some.first.slice(0, A_PAGE).map(({ id }) => id);
  const people =
    ids.length === 0 ? [] : await peopleOf({ watchlistId: null, ids, zone, max: A_PAGE }, now, ports.reports);
  return { reading, people: people.sort(byHours), page, more: some.first.length > A_PAGE, part: true };
}

/**
 * The first page for a token limited to watchlists: who in one of its lists is live, and how the month goes for
 * everybody on it. It has nothing of the team: no alerts, channels, tasks or other lists.
 */
export async function ownLists(
  context: PageContext<WallPorts & ReportPorts>,
  watchlistIds: string[],
): Promise<Response> {
  const { ports, url, session, now } = context;
  const lists = await ports.keep.known(watchlist, watchlistIds);
  const chosen = lists.find(({ id }) => id === url.searchParams.get(LIST)) ?? lists[0];
  const id = chosen?.id ?? watchlistIds[0]!;
  const zone = chosen?.timezone ?? context.zone;
  const { reading, people, page, more, part } = await peopleIn(context, id, zone);
  const { pulse } = reading;
  const horizon = horizonOf(pulse, now);
  const airing = airingOf(reading.onAir, horizon);
  const next = airing.length === 0 && people.length > 0 ? await usuallyNext(id, horizon.now, ports.wall) : [];
  const blind = troublesIn(pulse, Number.POSITIVE_INFINITY, now).some((one) => one.blind);
  const lost = airing.filter(isLost).length;
  const unknown = (reading.unknown ?? 0) + lost;
  const creators = part ? MAX_ALL + 1 : people.length;
  const live = { live: airing.length - lost, unknown, more: reading.more, blind, creators };
  const title = liveWords(live);
  const month = monthOf(now, zone);
  const shown = part ? people : people.slice((page - 1) * A_PAGE, page * A_PAGE);
  const name = chosen === undefined ? "" : chosen.name;
  const shownAll = { lists: lists.map((one) => ({ id: one.id, name: one.name })), id, name, live, title, people };
  const body = <OwnView {...shownAll} {...{ shown, page, more, part, month, airing, next, pulse, zone, now }} />;
  const version = session.version === null ? null : drawnFrom(session.version, context);
  return showWhole(
    { ...context, zone },
    displayedName(name) === "" ? title : `${displayedName(name)}: ${title}`,
    body,
    {
      version,
      pulse,
    },
  );
}
