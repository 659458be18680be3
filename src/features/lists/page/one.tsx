import type { HealthSnapshot } from "../../../core/health-snapshot.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { type Month, monthOf } from "../../../core/goal.ts";
import { AddForm } from "../../creators/pasting/add-form.tsx";
import { GoalFields } from "../../goals/goal-form.tsx";
import { hoursText, monthWords } from "../../goals/page/words.ts";
import { usuallyNext, type WallPorts } from "../../wall/wall.ts";
import { found } from "../../../http/problem.ts";
import { countingZone, type PageContext } from "../../../ui/page.ts";
import { Allowed, Button, Form } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { GOALS } from "../../../ui/nav.ts";
import { ListSwitcher } from "../../../ui/parts/list-switcher.tsx";
import { troublesIn } from "../../../ui/service-words.ts";
import { Resting } from "../../now/page/resting.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { show } from "../../../ui/show.tsx";
import { cityOf } from "../../../core/calendar.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { meant, plural, t } from "../../../ui/words/text.ts";
import { type ListPorts, type ListReading, MAX_ON_AIR } from "../lists.ts";
import { judgedIn, type Totals, withGoalIn } from "../../goals/people.ts";
import { PeopleBar, PeopleKey } from "../../goals/page/bars.tsx";
import { Help } from "./help.tsx";
import { airingOf, isLost, LiveCard } from "./live.tsx";
import { type Summed, summedUp } from "./summed.ts";
import { Settings } from "./form.tsx";
import { Access, AddCreators, Alerts, Reports } from "./side.tsx";
import { headline, LISTS, type LiveWords } from "./words.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import type { HorizonPorts } from "../../../core/knowledge.ts";
import type { MonthPorts } from "../../goals/months.ts";
import { UNTYPED } from "../../creators/pasting/typed.ts";

type Needs = ListPorts & ReportPorts & HorizonPorts & WallPorts & MonthPorts;

/** The numbers of the month, each with what it is of. */
function Figures({ totals: { counts, hours, watched, atLeast, known, people } }: { totals: Totals }) {
  const judged = judgedIn(counts);
  return (
    <dl class="kpis">
      <div>
        <dt>{t("Live")}</dt>
        <dd>{known ? hoursText(hours) : t("not known")}</dd>
        <dd class="soft">{known && atLeast ? t("at least: some time was not watched") : t("all together")}</dd>
      </div>
      {judged === 0 ? null : (
        <div>
          <dt>{t("Goals")}</dt>
          <dd>{t("{n} of {all}", { n: String(counts.pace + counts.reached), all: String(judged) })}</dd>
          <dd class="soft">{t("reached or on pace")}</dd>
        </div>
      )}
      {watched === people ? null : (
        <div>
          <dt>{meant("share", "Watched")}</dt>
          <dd>{t("{n} of {all}", { n: String(watched), all: String(people) })}</dd>
          <dd class="soft">{t("all month so far")}</dd>
        </div>
      )}
    </dl>
  );
}

interface MonthProps {
  of: ListReading;
  summed: Summed | null;
  month: Month;
  now: number;
}

const GoalCard = ({ of: { list } }: { of: ListReading }) => (
  <Allowed scope="write">
    <details class="fold" id="goal">
      <summary>{t("Set a goal for this list")}</summary>
      <Form action={GOALS} class="flow">
        <input type="hidden" name="/watchlistId" value={list.id} />
        <input type="hidden" name="from" value={`${LISTS}/${list.id}`} />
        <GoalFields value={() => ""} errors={[]} />
        <p class="line">
          <Button look="main">{t("Set goal")}</Button>
        </p>
      </Form>
    </details>
  </Allowed>
);

/** The month so far: everybody in one bar, the numbers, and who needs help. */
function MonthCard({ of, summed, month, now }: MonthProps) {
  const left = month.days.filter((start) => start > now).length;
  const counts = summed?.totals.counts ?? null;
  return (
    <section class="card" aria-labelledby="month">
      <div class="cap">
        <h2 id="month">{t("{month} so far", { month: monthWords(month.name) })}</h2>
        <p class="soft">
          {left === 0 ? t("the last day") : plural(left, "{n} day left after today", "{n} days left after today")}
        </p>
        {of.goal === null ? null : (
          <a class="btn bare" href={`${GOALS}/${of.goal.id}`}>
            {t("Everyone’s goals")}
          </a>
        )}
      </div>
      {summed === null || counts === null ? (
        <p class="more soft">{t("The month of this list is being counted. This takes a few hours after an import.")}</p>
      ) : (
        <>
          {withGoalIn(counts) === 0 ? null : (
            <div class="pbox">
              <PeopleBar counts={counts} />
              <PeopleKey
                counts={counts}
                {...(of.goal === null ? {} : { href: (group: string) => `${GOALS}/${of.goal!.id}?group=${group}` })}
              />
            </div>
          )}
          <Figures totals={summed.totals} />
          <Help closest={summed.closest} totals={summed.totals} month={month} list={of} />
          {summed.asOf === null ? null : (
            <p class="more soft">
              <T of="Counted {when}, and every three hours." when={<Time at={summed.asOf} />} />
            </p>
          )}
        </>
      )}
      {of.goal === null && of.creators > 0 ? <GoalCard of={of} /> : null}
    </section>
  );
}

/** The form for a list's first creators. */
const Empty = ({ of: { list, hasOthers, resting } }: { of: ListReading }) => (
  <section class="card pad flow" aria-labelledby="first">
    <h2 id="first">{t("Add the first creators")}</h2>
    {resting.size > 0 ? (
      <p class="soft">
        <Resting count={resting.size} />
      </p>
    ) : hasOthers ? (
      <p class="soft">{t("It has no creators, only other things that are watched.")}</p>
    ) : null}
    <Allowed scope="write">
      <AddForm typed={{ ...UNTYPED, list: list.id }} lists={[list]} />
    </Allowed>
  </section>
);

export const onePage = (context: PageContext<Needs>): Promise<Response> => oneWithErrors(context, []);

/** The answer of the page; of a list that has only the demo's creators at rest, that they are not checked. */
const titleOf = ({ creators, resting }: ListReading, live: LiveWords, summed: Summed | null): string =>
  creators === 0 && resting.size > 0 ? t("Demo, not checked") : headline(live, summed?.totals ?? null);

/** How many creators there are, how sure and how old that is, and the zone of the times. */
const aboutWords = (
  of: ListReading,
  live: LiveWords,
  pulse: HealthSnapshot | null,
  { now }: Pick<PageContext, "now">,
  zone: string,
): string =>
  [
    plural(of.creators, "{n} creator", "{n} creators"),
    ...(live.unknown > 0 ? [t("{n} unknown", { n: live.unknown })] : []),
    ...(pulse === null || pulse.lastPollAt === 0
      ? []
      : [t("checked {duration} ago", { duration: lasting(Math.max(0, now - pulse.lastPollAt)) })]),
    t("{city} time", { city: cityOf(zone) }),
  ].join(" · ");

/** The page of a list; with errors, its settings show what was sent. */
export async function oneWithErrors(context: PageContext<Needs>, errors: FieldError[]): Promise<Response> {
  const { ports, now, params, fields } = context;
  const of = found(await ports.listPages.one(params["id"]!), "list");
  const { list } = of;
  const zone = list.timezone ?? countingZone(context);
  const { pulse } = await ports.shell();
  const blind = pulse === null || troublesIn(pulse, pulse.perMinute, now).some((one) => one.blind);
  const airing = airingOf(of.onAir, await ports.horizon());
  const month = monthOf(now, zone);
  const [summed, next] = await Promise.all([
    of.creators === 0 ? null : summedUp(context, of, zone),
    airing.length === 0 && of.creators > 0 ? usuallyNext(list.id, now, ports.wall) : [],
  ]);
  const lost = airing.filter(isLost).length;
  const live: LiveWords = {
    live: airing.length - lost,
    unknown: of.unknown + lost,
    more: of.onAir.length > MAX_ON_AIR,
    blind,
    creators: of.creators,
  };
  const title = titleOf(of, live, summed);
  const stored: Record<string, string> = {
    "/name": list.name,
    "/timezone": list.timezone ?? "",
    "/language": list.language ?? "",
  };
  const value = (pointer: string) => (errors.length > 0 ? fields.text(pointer) : (stored[pointer] ?? ""));
  const about = aboutWords(of, live, pulse, context, zone);
  const body = (
    <>
      <Head
        title={title}
        above={
          <ListSwitcher
            lists={of.lists}
            chosen={list.id}
            hrefOf={(other) => (other === null ? "/" : `${LISTS}/${other.id}`)}
          />
        }
        acts={of.creators === 0 ? null : <AddCreators id={list.id} />}
      >
        <b>
          <Name of={list.name} />
        </b>{" "}
        · {about}
      </Head>
      {of.creators === 0 || of.resting.size === 0 ? null : (
        <p class="soft small">
          <Resting count={of.resting.size} />
        </p>
      )}
      {of.creators === 0 ? null : (
        <LiveCard
          airing={airing}
          live={live}
          next={next}
          now={now}
          linked
          all={{
            href: `/creators?list=${list.id}`,
            label: plural(of.creators, "{n} creator in all", "All {n} creators"),
          }}
        />
      )}
      <div class="cols list-cols">
        <div class="stack">
          {of.creators === 0 ? (
            <Empty of={of} />
          ) : (
            <>
              <MonthCard of={of} summed={summed} month={month} now={now} />
              <Reports of={of} now={now} zone={zone} />
            </>
          )}
        </div>
        <div class="stack">
          <Access of={of} zone={zone} />
          <Alerts of={of} />
          {of.creators === 0 ? <Reports of={of} now={now} zone={zone} /> : null}
          <Settings of={of} errors={errors} value={value} />
        </div>
      </div>
    </>
  );
  const status = errors.length > 0 ? 422 : 200;
  return show(context, { title: `${displayedName(list.name)}: ${title}`, path: LISTS, status, body });
}
