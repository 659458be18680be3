import { lengthOf } from "../../../core/spans.ts";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { PartDisplayed } from "../../../ui/parts/pager.tsx";
import { handleOrNone, displayedName } from "../../../ui/words/name.ts";
import { CREATORS } from "../../creators/creators.ts";
import { quartersBefore, StripKey, StripPicture } from "../../creators/strip-view.tsx";
import { readNow, type Now, type StripOfTarget } from "../now.ts";
import type { PageContext } from "../../../ui/page.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { DemoStart } from "../../first-steps/demo-start.tsx";
import { Clock, Time } from "../../../ui/parts/time.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { troublesIn, type Worded } from "../../../ui/service-words.ts";
import { show } from "../../../ui/show.tsx";
import { Empty } from "./empty.tsx";
import { countAttention, NeedsAttention, type Mistake } from "./attention.tsx";
import { Happenings } from "./happenings.tsx";
import { headlineOf, unsureWords } from "../../wall/wall.tsx";
import { OnAirCards } from "./on-air.tsx";
import { Service } from "./service.tsx";
import { ListSwitcher } from "../../../ui/parts/list-switcher.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { marked, plural, t } from "../../../ui/words/text.ts";
import { Plural, T } from "../../../ui/words/translated.tsx";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import type { NowPorts } from "../now-reading.ts";

/** The last 24 hours of each creator, one strip each. */
const Strips = ({ now: { strips, at, creators } }: { now: Now }) =>
  strips.length === 0 ? (
    <></>
  ) : (
    <section class="card" aria-labelledby="day">
      <div class="cap">
        <h2 id="day">{t("Last 24 hours")}</h2>
        <StripKey />
      </div>
      <ul class="rows">
        {strips.map((one) => (
          <li class="strip">
            <a class="nmx" href={`/creators/${one.id}`}>
              <Avatar
                name={displayedName(one.name, one.handle ?? "?")}
                of={one.id}
                live={one.live && standing(one) !== "unknown"}
                small
              />
              <span class="cut">
                <Name of={one.name} otherwise={handleOrNone(one.handle)} />
              </span>
            </a>
            <StripPicture strip={one.strip} label={labelOf(one)} />
            <p class="end">
              <End one={one} />
            </p>
          </li>
        ))}
      </ul>
      <div class="axis" aria-hidden="true">
        <div>
          {quartersBefore(at).map((tick) => (
            <Clock at={tick} />
          ))}
          <span>{t("now")}</span>
        </div>
      </div>
      <PartDisplayed shown={strips.length} of={creators}>
        <ButtonLink href={CREATORS} icon="right">
          {t("All creators")}
        </ButtonLink>
      </PartDisplayed>
    </section>
  );

/** Returns a creator's status at the end of the strip. */
function standing({ enabled, live, strip: { unknown, to } }: StripOfTarget): "paused" | "unknown" | "on" | "off" {
  if (!enabled) return "paused";
  if (unknown.some((span) => span.to === to)) return "unknown";
  return live ? "on" : "off";
}

/** The time live, in words: all of it, as a stream may have several parts with unknown time between them. */
const totalOf = ({ strip }: StripOfTarget): string => lasting(lengthOf(strip.on));

function End({ one }: { one: StripOfTarget }) {
  const now = standing(one);
  const last = one.strip.on.at(-1);
  if (now === "paused") return <>{t("paused")}</>;
  if (now === "unknown") return <span class="warn strong">{t("unknown")}</span>;
  if (now === "on") return <span class="red strong">{t("live")}</span>;
  if (last === undefined) return <>{t("offline")}</>;
  return <T of="until {when}" when={<Time at={last.to} />} />;
}

const LABELS = {
  paused: marked("{name}, last 24 hours: not checked, live for {time} in total"),
  unknown: marked("{name}, last 24 hours: unknown now, live for {time} in total"),
  on: marked("{name}, last 24 hours: live now, live for {time} in total"),
  off: marked("{name}, last 24 hours: offline now, live for {time} in total"),
};

function labelOf(one: StripOfTarget): string {
  return t(LABELS[standing(one)], { name: displayedName(one.name, handleOrNone(one.handle)), time: totalOf(one) });
}

/** Shows the Now page, with the errors of a form on it. */
export async function showNow(
  context: PageContext<HealthPorts & NowPorts>,
  mistake: Mistake | null = null,
): Promise<Response> {
  const { ports } = context;
  const now = await readNow(ports.now);
  const { perMinute } = now.pulse;
  // Failing channels have cards of their own, which are current; the health snapshot is as old as the last tick.
  const troubles = troublesIn(now.pulse, perMinute, context.now).filter(({ reason }) => reason !== "channel_failing");
  const status = mistake === null ? 200 : 422;
  if (now.creators + now.others === 0)
    return show(context, {
      title: t("You're not watching anyone yet"),
      path: "/",
      status,
      body: <Empty mistake={mistake} />,
    });
  const blind = troubles.some((one) => one.blind);
  const title = headlineOf(now, blind);
  const body = (
    <>
      <Headline title={title} now={now} blind={blind} troubles={troubles} />
      {now.demo === null || now.demo.looked === true || now.proof !== null ? null : (
        <section class="card demo-start">
          <DemoStart />
        </section>
      )}
      <div id="on-air" data-live>
        <OnAirCards now={now} old={blind} />
      </div>
      <div class="cols three" id="rest" data-live>
        <div class="stack side">
          <NeedsAttention
            now={now}
            troubles={troubles}
            perMinute={perMinute}
            limits={ports.keep.limits}
            mistake={mistake}
          />
          <Service now={now} troubles={troubles} perMinute={perMinute} />
        </div>
        <div class="stack">
          <Strips now={now} />
          <Happenings now={now} />
        </div>
      </div>
    </>
  );
  return show(context, { title, path: "/", status, body });
}

interface HeadlineProps {
  title: string;
  now: Now;
  blind: boolean;
  troubles: Worded[];
}

function Headline({ title, now, blind, troubles }: HeadlineProps) {
  const { creators, pulse: healthSnapshot, onAir, at } = now;
  const hands = countAttention(now, troubles);
  return (
    <div id="head" data-live>
      <Head
        title={title}
        above={
          <ListSwitcher
            lists={now.lists}
            chosen={null}
            hrefOf={(list) => (list === null ? "/" : `/lists/${list.id}`)}
          />
        }
        acts={
          <>
            <span data-by-hand>
              <ButtonLink href="/" icon="again">
                {t("Refresh")}
              </ButtonLink>
            </span>
            <ButtonLink href="/wall" icon="wall">
              {t("Open wall")}
            </ButtonLink>
            <Allowed scope="write">
              <ButtonLink href="/creators/add" look="main" icon="plus">
                {t("Add creators")}
              </ButtonLink>
            </Allowed>
          </>
        }
      >
        {blind && healthSnapshot.lastPollAt > 0 && onAir.count + onAir.unknown === 0 ? (
          <>
            {plural(creators, "of {n} creator", "of {n} creators")}
            {" · "}
            <T of="last tried {when}" when={<Time at={healthSnapshot.lastPollAt} />} />
          </>
        ) : blind && healthSnapshot.lastPollAt > 0 ? (
          <Plural
            n={onAir.count + onAir.unknown}
            one="{n} live when last checked, at {when}"
            other="{n} live when last checked, at {when}"
            when={<Time at={healthSnapshot.lastPollAt} />}
          />
        ) : healthSnapshot.lastPollAt === 0 ? (
          plural(creators, "of {n} creator, first check in progress", "of {n} creators, first check in progress")
        ) : (
          <>
            {plural(creators, "of {n} creator", "of {n} creators")}
            {" · "}
            {t("checked {time} ago", { time: lasting(at - healthSnapshot.lastPollAt) })}
            {unsureWords(now)}
          </>
        )}
      </Head>
      {hands === 0 ? null : (
        <a class="jump" href="#hand">
          <Icon name="hand" />
          {plural(hands, "{n} issue needs attention", "{n} issues need attention")}
          <Icon name="right" />
        </a>
      )}
    </div>
  );
}
