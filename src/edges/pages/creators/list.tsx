import * as z from "zod";
import type { CreatorFilter, Creators } from "../../../flows/browse/creators.ts";
import type { AnyKept } from "../../../resources/resource.ts";
import { watchlist } from "../../../resources/watchlists/watchlist.ts";
import { cursorOf, pageOf } from "../../http/query.ts";
import type { Page, Visit } from "../page.ts";
import { Allowed, Button, ButtonLink, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { show } from "../show.tsx";
import { AddForm, ListOptions, UNTYPED } from "./add-form.tsx";
import { addressOf, CREATORS, filterIn } from "./address.ts";
import { Chosen } from "./chosen.tsx";
import { CreatorRow } from "./row.tsx";

const A_PAGE = 50;

const creatorKey = z.tuple([z.int(), z.string(), z.string()]);

const SHOWN_WORDS: Record<CreatorFilter["show"], string> = {
  all: "All",
  "on-air": "On air",
  trouble: "Can't be read",
  paused: "Paused",
};

const Tools = ({ filter, lists }: { filter: CreatorFilter; lists: AnyKept[] }) => (
  <>
    <form class="tools" role="search" method="get" action={CREATORS}>
      {filter.show === "all" ? null : <input type="hidden" name="show" value={filter.show} />}
      <div class="search">
        <input
          class="in"
          type="search"
          name="q"
          aria-label="Search creators"
          placeholder="How the name, @handle or id begins"
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
  lists: AnyKept[];
}

const Table = ({ filter, found, lists }: Found) => {
  const names = new Map(lists.map((one) => [one.id, one["name"] as string]));
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
              <CreatorRow one={one} list={names.get(one.watchlistId) ?? null} />
            ))}
          </tbody>
        </table>
        {found.next === null ? null : (
          <div class="pager">
            {next === null ? (
              <span>More than {A_PAGE} begin so: type more of the name.</span>
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
const Nobody = ({ filter }: { filter: CreatorFilter }) => (
  <section class="card void pad">
    {filter.search === "" ? (
      <h2>{NOBODY[filter.show]}</h2>
    ) : (
      <h2>
        Nobody {filter.show === "all" ? "" : `under “${SHOWN_WORDS[filter.show]}” `}is called “
        <bdi>{filter.search}</bdi>”
      </h2>
    )}
    <p class="soft">Found are those whose name, @handle or user id begins so.</p>
    <p class="line">
      <ButtonLink href={CREATORS}>Show all</ButtonLink>
    </p>
  </section>
);

async function creators(visit: Visit): Promise<Response> {
  const { ports, url } = visit;
  const filter = filterIn(url);
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const [found, lists] = await Promise.all([
    ports.creators(filter, pageOf({ limit: A_PAGE, cursor }, creatorKey)),
    ports.keep.all(watchlist),
  ]);
  const { watched } = found;
  const body = (
    <>
      <div class="head">
        <div>
          <h1>Creators</h1>
          <p>{watched === 0 ? "Nobody is watched yet." : `${watched.toLocaleString("en")} watched`}</p>
        </div>
      </div>
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
            <Nobody filter={filter} />
          ) : (
            <Table filter={filter} found={found} lists={lists} />
          )}
        </>
      )}
    </>
  );
  return show(visit, { title: "Creators", path: CREATORS, body });
}

export const listPages: Page[] = [{ method: "get", path: CREATORS, scope: "read", handle: creators }];
