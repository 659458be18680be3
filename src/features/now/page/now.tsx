import { now as readNow, type Now } from "../now.ts";
import type { PageContext } from "../../../ui/page.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { DemoStart } from "../../first-steps/demo-start.tsx";
import { Time } from "../../../ui/parts/time.tsx";
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
import { Strips } from "./strips.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import { Plural } from "../../../ui/words/translated.tsx";

/** Shows the Now page, with the errors of a form on it. */
export async function showNow(
  context: PageContext<"health" | "now" | "keep">,
  mistake: Mistake | null = null,
): Promise<Response> {
  const { ports } = context;
  const { perMinute } = ports.health;
  const now = await readNow(ports.now);
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

function Headline({ title, now, blind, troubles }: { title: string; now: Now; blind: boolean; troubles: Worded[] }) {
  const { creators, pulse: healthSnapshot, onAir, at } = now;
  const hands = countAttention(now, troubles);
  return (
    <div id="head" data-live>
      <Head
        title={title}
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
        {blind && healthSnapshot.lastPollAt > 0 ? (
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
