import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import type { Horizon, HorizonPorts } from "../../../core/knowledge.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { Avatar } from "../../../ui/parts/name.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { SnoozedUntil, Standing } from "../standing.tsx";
import { StripPicture } from "../strip-view.tsx";
import { type Strip, stripOf } from "../strip.ts";
import { addressOf, type CreatorFilter, type CreatorPorts, type Creators, CREATORS, filterIn } from "../creators.ts";
import { cursorOf, pageOf } from "../../../http/query.ts";
import { CREATOR_ROOM } from "../../../ui/words/rooms.ts";
import { aboutMany } from "../../../ui/layout.tsx";
import { pageAt, type PageContext } from "../../../ui/page.ts";
import { Button, ButtonLink } from "../../../ui/parts/form.tsx";
import { Filter } from "../../../ui/parts/pieces.tsx";
import { ListSwitcher } from "../../../ui/parts/list-switcher.tsx";
import { AddForm } from "../pasting/add-form.tsx";
import { DISPLAYED_WORDS, Nobody } from "./empty-list.tsx";
import { showList } from "./list-page.tsx";
import { marked, meant, plural, t } from "../../../ui/words/text.ts";
import { Table } from "./table.tsx";
import { calledOf, standingOf } from "./words.ts";
import { Resting } from "../../now/page/resting.tsx";
import type { NowPorts } from "../../now/now-reading.ts";
import { UNTYPED } from "../pasting/typed.ts";

const A_PAGE = 25;

/** The length of a strip. */
const STRIP_MS = DAY_MS;

/** The maximum number of events read for each strip: starts and ends of three broadcasts. */
const MAX_OF_EACH = 6;

const creatorKey = lazy(() => z.tuple([z.int(), z.string(), z.string(), z.string()]));

const SORT_WORDS: Record<CreatorFilter["sort"], string> = { status: marked("Live first"), name: marked("By name") };

const Tools = ({ filter }: { filter: CreatorFilter }) => (
  <>
    <form class="tools" role="search" aria-label={t("Creators")} method="get" action={CREATORS}>
      {filter.show === "all" ? null : <input type="hidden" name="show" value={filter.show} />}
      {filter.sort === "status" ? null : <input type="hidden" name="sort" value={filter.sort} />}
      <div class="search">
        <input
          class="in"
          type="search"
          name="q"
          aria-label={t("Search creators")}
          placeholder={t("Name, @handle or ID")}
          value={filter.search}
        />
      </div>
      {filter.watchlistId === null ? null : <input type="hidden" name="list" value={filter.watchlistId} />}
      <Button>{meant("action", "Search")}</Button>
    </form>
    <Filter set={[t(DISPLAYED_WORDS[filter.show]), t(SORT_WORDS[filter.sort])]}>
      <nav class="chips" aria-label={t("Show")}>
        {Object.entries(DISPLAYED_WORDS).map(([name, words]) => {
          const one = name as CreatorFilter["show"];
          return (
            <a
              class="chip"
              href={addressOf({ ...filter, show: one })}
              {...(filter.show === one ? { "aria-current": "true" as const } : {})}
            >
              {t(words)}
            </a>
          );
        })}
      </nav>
      <nav class="seg" aria-label={t("Sort by")}>
        {Object.entries(SORT_WORDS).map(([name, words]) => {
          const one = name as CreatorFilter["sort"];
          return (
            <a
              href={addressOf({ ...filter, sort: one })}
              {...(filter.sort === one ? { "aria-current": "true" as const } : {})}
            >
              {t(words)}
            </a>
          );
        })}
      </nav>
    </Filter>
  </>
);

/** Returns the last day of each creator. */
async function stripsOf(
  { items }: Creators,
  horizon: Horizon,
  { ports }: PageContext<NowPorts>,
): Promise<Map<string, Strip>> {
  const from = horizon.now - STRIP_MS;
  const ids = items.map(({ id }) => id);
  const events = ids.length === 0 ? [] : await ports.now.since(ids, from, MAX_OF_EACH);
  const ofEach = Map.groupBy(events, ({ targetId }) => targetId ?? "");
  return new Map(
    items.map((one) => [one.id, stripOf(one, ofEach.get(one.id) ?? [], { from, most: MAX_OF_EACH, horizon })]),
  );
}

/** How many are live, of all. */
const headline = (count: number, onAir: number): string =>
  onAir === 0
    ? plural(count, "{n} creator", "{n} creators")
    : plural(count, "The creator is live", "{live} of {n} creators are live", { live: aboutMany(onAir) });

interface Found {
  filter: CreatorFilter;
  found: Creators;
  strips: Map<string, Strip>;
  horizon: Horizon;
}

/** Describes a strip in words. */
function stripWords({ on, unknown }: Strip): string {
  const sum = on.reduce((all, { from, to }) => all + to - from, 0);
  const known = unknown.length === 0;
  if (sum === 0) return known ? t("Last 24 hours: not live") : t("Last 24 hours: not live, unknown for some time");
  const time = lasting(sum);
  return known
    ? t("Last 24 hours: live for {time}", { time })
    : t("Last 24 hours: live for {time}, unknown for some time", { time });
}

/** A table of creators that can be chosen. */
const CreatorTable = ({ filter, found, strips, horizon }: Found) => (
  <Table
    path={CREATORS}
    from={addressOf(filter)}
    lists={found.head.lists}
    hours
    caption={filter.sort === "status" ? t("Creators, live first") : t("Creators, by name")}
    label={t("Creator")}
    rows={found.items.map((one) => {
      const stands = standingOf(one, horizon);
      const strip = strips.get(one.id);
      return {
        one,
        mark: <Avatar name={one.name} of={one.id} live={stands.tone === "live"} />,
        called: calledOf(one),
        named: true,
        standing: (
          <>
            <Standing of={stands} />
            <SnoozedUntil one={one} snoozes={found.head.snoozes} />
          </>
        ),
        day: strip === undefined ? null : <StripPicture strip={strip} label={stripWords(strip)} />,
      };
    })}
  >
    {found.isCut ? (
      <div class="pager">
        <span>{t("More creators match than are shown. Type more of the name.")}</span>
      </div>
    ) : null}
    {found.next === null ? null : (
      <div class="pager">
        <span>
          {found.items.length === 0
            ? t("The next names were shown before")
            : t("{n} shown", { n: String(found.items.length) })}
        </span>
        <ButtonLink href={addressOf(filter, cursorOf(found.next))} icon="right">
          {t("Next page")}
        </ButtonLink>
      </div>
    )}
  </Table>
);

async function creators(context: PageContext<CreatorPorts & HorizonPorts & NowPorts>): Promise<Response> {
  const { ports, url } = context;
  const filter = filterIn(url);
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const [found, { onAir }, horizon] = await Promise.all([
    ports.creators(filter, pageOf({ limit: A_PAGE, cursor }, creatorKey)),
    ports.shell(),
    ports.horizon(),
  ]);
  const { lists, counts, resting } = found.head;
  const watched = counts[CREATOR_ROOM.kind] ?? 0;
  const strips = await stripsOf(found, horizon, context);
  const body =
    watched === 0 ? null : (
      <>
        <Tools filter={filter} />
        {found.items.length === 0 && found.next === null ? (
          <Nobody filter={filter} found={found} />
        ) : (
          <CreatorTable filter={filter} found={found} strips={strips} horizon={horizon} />
        )}
      </>
    );
  const title = watched === 0 ? t("No creators yet") : headline(watched, onAir);
  const add = {
    label: t("Add creators"),
    form: <AddForm typed={{ ...UNTYPED, list: filter.watchlistId ?? UNTYPED.list }} lists={lists} />,
    open: watched === 0,
  };
  const above = (
    <ListSwitcher
      lists={lists}
      chosen={filter.watchlistId}
      hrefOf={(list) => addressOf({ ...filter, watchlistId: list?.id ?? null })}
    />
  );
  const count = [...resting.values()].filter((kind) => kind === CREATOR_ROOM.kind).length;
  const about = count === 0 ? undefined : <Resting count={count} />;
  return showList(context, { room: CREATOR_ROOM, counts, title, about, add, body, above });
}

export const listPages = [pageAt(CREATORS, creators)];
