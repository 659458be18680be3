import type { FieldError } from "../../../core/refusal.ts";
import { DEFAULT_WATCHLIST } from "../../../resources/fields.ts";
import { granted } from "../../../http/problem.ts";
import { backTo, countingZone, formsAt, pageAt, type PageContext } from "../../../ui/page.ts";
import { Allowed, Button, ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { troublesIn } from "../../../ui/service-words.ts";
import { Head } from "../../../ui/shapes/head.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { plural, t } from "../../../ui/words/text.ts";
import type { ListPorts, ListsPage, ListSummary } from "../lists.ts";
import { peopleOf, totalsOf } from "../../goals/people.ts";
import { MAX_COMPUTED, type MonthPorts } from "../../goals/months.ts";
import { monthOf } from "../../../core/goal.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { changed, createdBy, deleted, errorsIn, restored } from "./changes.ts";
import { ListForm } from "./form.tsx";
import { needOf, outOf, type Standing, Table } from "./table.tsx";
import { onePage, oneWithErrors } from "./one.tsx";
import { LISTS } from "./words.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import type { HorizonPorts } from "../../../core/knowledge.ts";
import type { WallPorts } from "../../wall/wall.ts";
import { ListMark } from "../../../ui/parts/icon.tsx";

const A_PAGE = 50;

const LONGEST = 100;

type Needs = ListPorts & ReportPorts & MonthPorts;

interface Shown {
  errors: FieldError[];
  /** The list that is changed in place; null for none, "" for a new one. */
  changing: string | null;
}

/** Those that need attention first, then those with whom can't make it, with live creators, and by name. */
const byNeed = (a: Standing, b: Standing): number =>
  needOf(b) - needOf(a) || outOf(b) - outOf(a) || b.one.live - a.one.live;

/** The answer of the page. */
function headlineOf(page: ListsPage, standings: Standing[]): string {
  const needy = standings.filter((one) => needOf(one) > 0).length;
  const lists = plural(page.all, "{n} list", "{n} lists", { n: page.hasMore ? `${page.all}+` : String(page.all) });
  const out = standings.reduce((sum, one) => sum + outOf(one), 0);
  if (needy === 0)
    return out === 0
      ? lists
      : plural(out, "{lists}, {n} creator out of reach", "{lists}, {n} creators out of reach", { lists });
  return plural(needy, "{n} of {lists} needs help", "{n} of {lists} need help", { lists });
}

const Finder = ({ search }: { search: string }) => (
  <form class="tools" role="search" aria-label={t("Lists")} method="get" action={LISTS}>
    <div class="search">
      <input
        class="in"
        type="search"
        name="q"
        aria-label={t("Find a list")}
        placeholder={t("Find a list")}
        value={search}
        maxlength={LONGEST}
      />
    </div>
    <Button>{t("Find")}</Button>
  </form>
);

const ChangeCard = ({
  one,
  errors,
  value,
}: {
  one: ListSummary;
  errors: FieldError[];
  value: (pointer: string) => string;
}) => (
  <section class="card pad flow" id="change" aria-labelledby="change-head">
    <h2 id="change-head" class="with-mark">
      <ListMark name={one.name} of={one.id} small />
      <Name of={one.name} />
    </h2>
    <ListForm
      action={`${LISTS}/${one.id}`}
      at="change"
      label={t("Save")}
      value={value}
      errors={errors}
      named={one.id !== DEFAULT_WATCHLIST}
      from={LISTS}
    >
      <ButtonLink href={LISTS} look="bare">
        {t("Cancel")}
      </ButtonLink>
      {one.id === DEFAULT_WATCHLIST ? null : (
        <ButtonLink href={`${LISTS}/${one.id}#delete`} look="bare">
          {t("Delete…")}
        </ButtonLink>
      )}
    </ListForm>
  </section>
);

/** The form for a new list. */
const NewList = ({ value, errors }: { value: (pointer: string) => string; errors: FieldError[] }) => (
  <Allowed scope="write">
    <section class="card pad flow" aria-labelledby="new">
      <h2 id="new">{t("New list")}</h2>
      <ListForm action={LISTS} at="new" label={t("Create list")} value={value} errors={errors}>
        <span class="soft small">
          <T
            of="Then add creators, or choose some under <a>Creators</a> and move them here."
            a={(text) => <a href="/creators">{text}</a>}
          />
        </span>
      </ListForm>
    </section>
  </Allowed>
);

/** How many lists are shown, and the way to the next ones. */
const Rest = ({ page: { lists, all, hasMore, next }, search }: { page: ListsPage; search: string }) =>
  next === null ? (
    <></>
  ) : (
    <div class="pager">
      <span>{t("{n} of {all} shown", { n: String(lists.length), all: hasMore ? `${all}+` : String(all) })}</span>
      <ButtonLink
        href={`${LISTS}?${new URLSearchParams({ ...(search === "" ? {} : { q: search }), after: next }).toString()}`}
        icon="right"
      >
        {t("Next page")}
      </ButtonLink>
    </div>
  );

/**
 * How each list of the page stands: computed where there are few creators, else as last counted. `asOf` is the oldest
 * count.
 */
async function standingsOf(
  context: PageContext<Needs>,
  { lists, creators, resting }: ListsPage,
): Promise<{ standings: Standing[]; asOf: number | null }> {
  const { ports, now } = context;
  const zone = countingZone(context);
  if (creators <= MAX_COMPUTED) {
    const zones = new Map(lists.map((one) => [one.id, one.timezone ?? zone]));
    const max = MAX_COMPUTED + resting.size;
    const people = await peopleOf({ watchlistId: null, zone: zones, max }, now, ports.reports);
    const checked = people.filter(({ id }) => !resting.has(id));
    const byList = Map.groupBy(checked, ({ watchlistId }) => watchlistId);
    const standings = lists.map((one) => ({ one, totals: totalsOf(byList.get(one.id) ?? []) }));
    return { standings: standings.sort(byNeed), asOf: null };
  }
  const { months } = await ports.months.read(lists.map(({ id }) => id));
  const standings = lists.map((one): Standing => {
    const month = months.get(one.id);
    return { one, totals: month?.period === monthOf(now, one.timezone ?? zone).name ? month : null };
  });
  const ages = standings.flatMap(({ one, totals }) => (totals === null ? [] : [months.get(one.id)!.at]));
  return { standings: standings.sort(byNeed), asOf: ages.length === 0 ? null : Math.min(...ages) };
}

async function listsPage(context: PageContext<Needs>, shown: Partial<Shown> = {}): Promise<Response> {
  const { ports, url, now, fields } = context;
  const { errors = [], changing = url.searchParams.get("change") } = shown;
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, LONGEST).toWellFormed();
  const after = url.searchParams.get("after");
  const page = await ports.listPages.page(search, after, A_PAGE);
  const { standings, asOf } = await standingsOf(context, page);
  const { pulse } = await ports.shell();
  const blind = pulse === null || troublesIn(pulse, pulse.perMinute, now).some((one) => one.blind);
  const title = headlineOf(page, standings);
  const edited = changing === null ? undefined : page.lists.find(({ id }) => id === changing);
  const sent = (pointer: string) => fields.text(pointer);
  const stored = (one: ListSummary) => (pointer: string) =>
    ({ "/name": one.name, "/timezone": one.timezone ?? "", "/language": one.language ?? "" })[pointer] ?? "";
  const isNew = edited === undefined && errors.length > 0;
  const body = (
    <>
      <Head
        title={title}
        acts={
          <Allowed scope="write">
            <ButtonLink href="#new" look="main" icon="plus">
              {t("New list")}
            </ButtonLink>
          </Allowed>
        }
      >
        {t("A list is a client or a team: who is live, how the month goes, and who may see it.")}
      </Head>
      {page.all > A_PAGE / 5 || search !== "" ? <Finder search={search} /> : null}
      <div class="stack">
        {edited === undefined ? null : (
          <ChangeCard one={edited} errors={errors} value={errors.length > 0 ? sent : stored(edited)} />
        )}
        {standings.length === 0 ? (
          <p class="soft">{search === "" ? t("No lists here.") : t("No list is called that.")}</p>
        ) : (
          <Table standings={standings} blind={blind} more={!page.isCounted} />
        )}
        {asOf === null ? null : (
          <p class="soft small">
            <T of="Goals and hours as of {when}. They are counted every three hours." when={<Time at={asOf} />} />
          </p>
        )}
        <Rest page={page} search={search} />
        <NewList value={isNew ? sent : () => ""} errors={isNew ? errors : []} />
      </div>
    </>
  );
  return show(context, { title, path: LISTS, status: errors.length > 0 ? 422 : 200, body });
}

/** The most lists of which one can differ in its case alone. */
const MAX_ALIKE = 20;

/** Whether another list has the same name but for its case. */
async function isTaken({ ports, fields }: PageContext<Needs>): Promise<boolean> {
  const name = fields.text("/name").trim().toLowerCase();
  const alike = name === "" ? [] : await ports.listPages.named(name, MAX_ALIKE);
  return alike.some((one) => one.name.toLowerCase() === name);
}

async function added(context: PageContext<Needs>): Promise<Response> {
  if (await isTaken(context))
    return listsPage(context, { errors: [{ pointer: "/name", message: "is the name of another list" }], changing: "" });
  const written = await createdBy(context);
  const errors = errorsIn(written);
  if (errors !== null) return listsPage(context, { errors, changing: "" });
  const { one } = granted(written);
  const name = displayedName(String(one["name"]));
  return backTo(`${LISTS}/${one.id}`, { text: t("{name} created", { name }) }, context);
}

/** A form with errors is shown on the page that it came from. */
async function saved(context: PageContext<Needs & HorizonPorts & WallPorts>): Promise<Response> {
  const answer = await changed(context);
  if (answer instanceof Response) return answer;
  return context.fields.text("from") === LISTS
    ? listsPage(context, { errors: answer, changing: context.params["id"]! })
    : oneWithErrors(context, answer);
}

const post = formsAt(LISTS);

export const listPages = [
  pageAt<Needs>(LISTS, (context) => listsPage(context)),
  pageAt<ListPorts & ReportPorts & HorizonPorts & WallPorts & MonthPorts>(`${LISTS}/{id}`, (context) =>
    onePage(context),
  ),
  post("", "createWatchlist", added),
  post("/restore", "createWatchlist", restored),
  post("/{id}", "changeWatchlist", saved),
  post("/{id}/delete", "deleteWatchlist", deleted),
];
