import * as z from "zod";
import { DAY_MS } from "../../../core/duration.ts";
import { cut } from "../../../core/text.ts";
import { stripOf, type Strip } from "../../../flows/browse/strip.ts";
import type { CreatorFilter, Creators, ListHead } from "../../../flows/browse/creators.ts";
import { cursorOf, pageOf } from "../../http/query.ts";
import { shellOf } from "../one/reading.ts";
import { CREATOR_ROOM } from "../one/room.ts";
import { Segments } from "../one/segments.tsx";
import { Listing } from "../one/why-words.tsx";
import type { Page, Visit } from "../page.ts";
import { Allowed, Button, ButtonLink, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { show } from "../show.tsx";
import { AddForm, ListOptions, UNTYPED } from "./add-form.tsx";
import { addressOf, CREATORS, filterIn } from "./address.ts";
import { Chosen } from "./chosen.tsx";
import { CreatorRow } from "./row.tsx";

const A_PAGE = 25;

/** A strip is as long. */
const STRIP_MS = DAY_MS;

/** As many events of each are read for it: starts and ends of three broadcasts. */
const MOST_OF_EACH = 6;

const creatorKey = z.tuple([z.int(), z.string(), z.string()]);

const SHOWN_WORDS: Record<CreatorFilter["show"], string> = {
  all: "All",
  "on-air": "On air",
  trouble: "Can't be read",
  paused: "Paused",
};

const Tools = ({ filter, lists }: { filter: CreatorFilter; lists: ListHead["lists"] }) => (
  <>
    <form class="tools" role="search" method="get" action={CREATORS}>
      {filter.show === "all" ? null : <input type="hidden" name="show" value={filter.show} />}
      <div class="search">
        <input
          class="in"
          type="search"
          name="q"
          aria-label="Search creators"
          placeholder="Name, @handle or id"
          value={filter.search}
        />
      </div>
      <select class="in auto" name="list" aria-label="List">
        <ListOptions lists={lists} chosen={filter.watchlistId} none="All lists" />
      </select>
      <select class="in auto" name="sort" aria-label="Sort by">
        <option value="status" selected={filter.sort === "status"}>
          On air first
        </option>
        <option value="name" selected={filter.sort === "name"}>
          Name
        </option>
      </select>
      <Button>Find</Button>
    </form>
    <nav class="chips fils" aria-label="Show">
      {Object.entries(SHOWN_WORDS).map(([name, words]) => {
        const one = name as CreatorFilter["show"];
        return (
          <a
            class="chip"
            href={addressOf({ ...filter, show: one })}
            {...(filter.show === one ? { "aria-current": "true" as const } : {})}
          >
            {words}
          </a>
        );
      })}
    </nav>
  </>
);

interface Found {
  filter: CreatorFilter;
  found: Creators;
  strips: Map<string, Strip>;
}

const Table = ({ filter, found, strips }: Found) => {
  const { lists } = found.head;
  const names = new Map(lists.map((one) => [one.id, one.name]));
  const next = found.next !== null && filter.search === "" ? addressOf(filter, cursorOf(found.next)) : null;
  return (
    <Form action="/creators/pause">
      <input type="hidden" name="from" value={addressOf(filter)} />
      <div class="card people">
        <table>
          <caption class="sr">Creators{filter.sort === "status" ? ", on air first" : ", by name"}</caption>
          <thead>
            <tr>
              <th class="c0" scope="col">
                <span class="sr">Choose</span>
              </th>
              <th scope="col">Creator</th>
              <th class="c2" scope="col">
                Now
              </th>
              <th class="c3" scope="col">
                Last 24 hours
              </th>
              <th class="c4" scope="col">
                List
              </th>
              <th class="c5" scope="col">
                Checked
              </th>
            </tr>
          </thead>
          <tbody>
            {found.items.map((one) => (
              <CreatorRow one={one} list={names.get(one.watchlistId) ?? null} strip={strips.get(one.id) ?? null} />
            ))}
          </tbody>
        </table>
        {found.next === null ? null : (
          <div class="pager">
            {next === null ? (
              <span>More than {A_PAGE} are called so: type more of the name.</span>
            ) : (
              <>
                <span>{found.items.length} shown</span>
                <ButtonLink href={next} icon="right">
                  Next page
                </ButtonLink>
              </>
            )}
          </div>
        )}
      </div>
      <Chosen lists={lists} />
    </Form>
  );
};

const NOBODY: Record<CreatorFilter["show"], string> = {
  all: "Nobody is in this list yet",
  "on-air": "Nobody is on air",
  trouble: "Everybody can be read",
  paused: "Nobody is paused",
};

/** Nobody found: what was asked for, and the way on. */
const Nobody = ({ filter, near }: { filter: CreatorFilter; near: Creators["near"] }) => (
  <section class="card pad flow">
    {filter.search === "" ? (
      <h2>{NOBODY[filter.show]}</h2>
    ) : (
      <>
        <h2>
          Nobody {filter.show === "all" ? "" : `under “${SHOWN_WORDS[filter.show]}” `}is called “
          <bdi>{filter.search}</bdi>”
        </h2>
        {near.length === 0 ? null : (
          <p>
            Close to it:{" "}
            <Listing
              names={near.map(({ id, name }) => (
                <a href={`${CREATORS}/${id}`}>
                  <Name of={name} />
                </a>
              ))}
            />
            .
          </p>
        )}
      </>
    )}
    <div class="line">
      {filter.search === "" || /\s/.test(filter.search) ? null : (
        <Allowed scope="write">
          <Form action={`${CREATORS}/add`}>
            <input type="hidden" name="creators" value={filter.search} />
            <Button look="main" icon="plus" busy="Looking up …">
              Look up <bdi>{cut(filter.search, 40)}</bdi> and watch
            </Button>
          </Form>
        </Allowed>
      )}
      <ButtonLink href={CREATORS}>Show all</ButtonLink>
    </div>
  </section>
);

/** The last day of each of these. */
async function stripsOf({ items }: Creators, { ports, now }: Visit): Promise<Map<string, Strip>> {
  const from = now - STRIP_MS;
  const ids = items.map(({ id }) => id);
  const events = ids.length === 0 ? [] : await ports.now.since(ids, from, MOST_OF_EACH);
  const ofEach = Map.groupBy(events, ({ targetId }) => targetId ?? "");
  return new Map(
    items.map((one) => [one.id, stripOf(one, ofEach.get(one.id) ?? [], { from, to: now, most: MOST_OF_EACH })]),
  );
}

const saying = (count: number, onAir: number): string =>
  `${count.toLocaleString("en")} watched, ${onAir === 0 ? "nobody" : onAir} on air`;

async function creators(visit: Visit): Promise<Response> {
  const { ports, url } = visit;
  const filter = filterIn(url);
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const found = await ports.creators(filter, pageOf({ limit: A_PAGE, cursor }, creatorKey));
  const { lists, counts, onAir } = found.head;
  const watched = counts[CREATOR_ROOM.kind] ?? 0;
  const strips = await stripsOf(found, visit);
  const body = (
    <>
      <div class="head">
        <div>
          <h1>Creators</h1>
          <p>{watched === 0 ? "Nobody is watched yet." : saying(watched, onAir)}</p>
        </div>
      </div>
      <Segments here={CREATORS} counts={counts} />
      <Allowed scope="write">
        <details class="card pad add" open={watched === 0}>
          <summary>
            <Icon name="plus" small />
            Add creators
          </summary>
          <AddForm typed={UNTYPED} lists={lists} />
        </details>
      </Allowed>
      {watched === 0 ? null : (
        <>
          <Tools filter={filter} lists={lists} />
          {found.items.length === 0 ? (
            <Nobody filter={filter} near={found.near} />
          ) : (
            <Table filter={filter} found={found} strips={strips} />
          )}
        </>
      )}
    </>
  );
  return show(visit, { title: "Creators", path: CREATORS, shell: shellOf(found.head, visit), body });
}

export const listPages: Page[] = [{ method: "get", path: CREATORS, scope: "read", handle: creators }];
