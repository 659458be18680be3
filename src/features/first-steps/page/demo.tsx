import { DAY_MS } from "../../../core/duration.ts";
import { listed } from "../../../core/language.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import type { DemoParts, DemoPorts } from "../demo.ts";
import { reaches } from "../../../http/auth.ts";
import { Problem } from "../../../http/problem.ts";
import { formsAt, seeOther, type PageContext, pageAt, backTo } from "../../../ui/page.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { DemoStart } from "../demo-start.tsx";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { showStep } from "./frame.tsx";
import { DEMO, FIRST, hostOf, pathOf, progressOf, type Progress, nextPath } from "./steps.ts";
import { language, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { FirstStepsPorts } from "../first-steps.ts";
import type { ServicePorts } from "../../../engine/upstream/definition.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";

type Needs = DemoPorts & FirstStepsPorts & ServicePorts & HealthPorts;

/** Some names, and the number of others. */
function someOf(names: string[], count: number): string {
  const more = count - names.length;
  const displayed = names.map((name) => displayedName(name));
  return more > 0 ? listed(language(), [...displayed, plural(more, "{n} more", "{n} more")]) : displayed.join(", ");
}

const Line = ({ count, what, small }: { count: number; what: string; small: string }) => (
  <li>
    <b>{count}</b>
    <span>
      {what}
      {small === "" ? null : <small>{small}</small>}
    </span>
  </li>
);

const Stay = ({ what, small }: { what: string; small: string }) => (
  <li>
    <Icon name="done" small />
    <span>
      {what}
      {small === "" ? null : <small>{small}</small>}
    </span>
  </li>
);

/** What goes with the demo. */
const Goes = ({ parts, now }: { parts: DemoParts; now: number }) => (
  <div class="g">
    <h3>
      <Icon name="ended" />
      {t("Removed")}
    </h3>
    <ul>
      <Line
        count={parts.creators}
        what={plural(parts.creators, "demo creator", "demo creators")}
        small={someOf(parts.names, parts.creators)}
      />
      {parts.others === 0 ? null : (
        <Line
          count={parts.others}
          what={t("demo rankings, hashtags, shops and lists")}
          small={someOf(parts.otherNames, parts.others)}
        />
      )}
      <Line
        count={parts.alerts}
        what={plural(parts.alerts, "alert", "alerts")}
        small={t("and the {channels} they use, with {digests}", {
          channels: plural(parts.channels, "{n} demo channel", "{n} demo channels"),
          digests: plural(parts.digests, "{n} digest", "{n} digests"),
        })}
      />
      {parts.since === null ? null : <Simulated parts={parts} days={Math.round((now - parts.since) / DAY_MS)} />}
    </ul>
  </div>
);

const Simulated = ({ parts, days }: { parts: DemoParts; days: number }) => {
  const count = Math.max(1, days);
  const streams = plural(parts.streams, "{n} stream", "{n} streams");
  const messages = plural(parts.messages, "{n} message", "{n} messages");
  return (
    <Line
      count={count}
      what={plural(count, "day of simulated history", "days of simulated history")}
      small={`${streams}, ${messages}`}
    />
  );
};

/** What stays. */
const Stays = ({ parts, host }: { parts: DemoParts; host: string }) => (
  <div class="s">
    <h3>
      <Icon name="well" />
      {t("Kept")}
    </h3>
    <ul>
      <Stay what={t("Your service, {host}", { host })} small={t("how it is read, and its proof")} />
      {parts.ownChannels.length === 0 ? null : (
        <Stay what={t("Your channels")} small={parts.ownChannels.map((name) => displayedName(name)).join(", ")} />
      )}
      {parts.ownCreators === 0 ? null : (
        <Stay
          what={plural(parts.ownCreators, "{n} creator of your own", "{n} creators of your own")}
          small={t("with their history and alerts")}
        />
      )}
      <Stay what={t("People and settings")} small={t("tokens, sessions, the audit log")} />
    </ul>
  </div>
);

/** Says what goes and what stays, with the button. */
const Leaving = ({ parts, host, now }: { parts: DemoParts; host: string; now: number }) => (
  <>
    <section>
      <h2>{t("Start clean with my service")}</h2>
      <p class="soft">
        {t(
          "One click removes the demo, with alerts about it alone, and keeps what else you added. You can undo it for a day.",
        )}
      </p>
      <div class="goes">
        <Goes parts={parts} now={now} />
        <Stays parts={parts} host={host} />
      </div>
    </section>
    <section class="next">
      <Allowed scope="admin">
        <Act action={`${DEMO}/leave`} look="main" busy={t("Removing…")}>
          {t("Start clean with my service")}
        </Act>
      </Allowed>
      <ButtonLink href={pathOf("channel")} look="bare">
        {t("Keep the demo for now")}
      </ButtonLink>
      <span class="soft small">
        <T of="While you keep it, demo creators are never checked at {host}." host={<bdi>{host}</bdi>} />
      </span>
    </section>
  </>
);

async function demoPage(context: PageContext<Needs>): Promise<Response> {
  const [state, progress] = await Promise.all([context.ports.demo.state(), progressOf(context)]);
  const body = await bodyOf(context, progress, state);
  return body === null ? seeOther(FIRST) : showStep(context, { progress, at: "service", body });
}

async function bodyOf(
  context: PageContext<Needs>,
  progress: Progress,
  { there, leftAt }: { there: boolean; leftAt: number | null },
) {
  const { source, baseUrl } = progress.account;
  if (there && source === "default")
    return (
      <section>
        <DemoStart />
      </section>
    );
  const parts = there ? await context.ports.demo.parts() : null;
  if (parts !== null) return <Leaving parts={parts} host={hostOf(baseUrl ?? t("your service"))} now={context.now} />;
  if (leftAt === null) return null;
  return (
    <section class="flow">
      <h2>{t("The demo is removed")}</h2>
      <p class="soft">
        <T of="Removed at {time}. You can bring it back within a day of that." time={<Time at={leftAt} />} />
      </p>
      {reaches(context.session.actor, "admin") ? (
        <p>
          <Act action={`${DEMO}/back`}>{t("Bring the demo back")}</Act>
        </p>
      ) : (
        <Note>
          <p>{t("Only an owner can bring it back.")}</p>
        </Note>
      )}
    </section>
  );
}

async function left(context: PageContext<Needs>): Promise<Response> {
  const removed = await context.ports.demo.leave();
  const text = removed ? t("Demo removed. Your service, channels and people stayed.") : t("There is no demo any more.");
  const undo = removed ? { undo: { action: `${DEMO}/back`, fields: {} } } : {};
  return backTo(nextPath(await progressOf(context)), { text, ...undo }, context);
}

async function back(context: PageContext<DemoPorts>): Promise<Response> {
  const arrived = await context.ports.demo.bringBack().catch((thrown: unknown) => {
    if (!/UNIQUE constraint/i.test(String(thrown))) throw thrown;
    throw new Problem(409, t("Something you added has taken the demo's place. Nothing was brought back."));
  });
  if (!arrived) throw new Problem(409, t("There is no demo to bring back any more."));
  return backTo("/", { text: t("The demo is back") }, context);
}

async function looked(context: PageContext<DemoPorts>): Promise<Response> {
  await context.ports.demo.look();
  return seeOther("/");
}

const post = formsAt(DEMO, "admin");

export const demoPages = [
  pageAt(DEMO, demoPage),
  post("/leave", "leaveDemo", left),
  post("/back", "restoreDemo", back),
  formsAt(DEMO)("/look", "lookAround", looked),
];
