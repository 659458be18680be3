import { counted } from "../words/counted.ts";
import type { DemoParts } from "../../../flows/queries/demo.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { reaches } from "../../http/auth.ts";
import { Problem } from "../../http/problem.ts";
import { backTo } from "../back-to.ts";
import { formsAt, seeOther, type Page, type PageContext, pageAt } from "../page.ts";
import { Act } from "../parts/act.tsx";
import { DemoStart } from "../parts/demo-start.tsx";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Note } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { shownName } from "../words/name.ts";
import { showStep } from "./frame.tsx";
import { DEMO, FIRST, hostOf, pathOf, progressOf, type Progress } from "./steps.ts";

type Needs = "demo" | "firstSteps" | "service" | "shell" | "health";

/** Some names, and the number of others. */
function someOf(names: string[], count: number): string {
  const more = count - names.length;
  return `${names.map((name) => shownName(name)).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
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

const Goes = ({ parts, now }: { parts: DemoParts; now: number }) => (
  <div class="g">
    <h3>
      <Icon name="ended" />
      Goes
    </h3>
    <ul>
      <Line count={parts.creators} what="demo creators" small={someOf(parts.names, parts.creators)} />
      {parts.others === 0 ? null : (
        <Line
          count={parts.others}
          what="demo rankings, hashtags, shops and lists"
          small={someOf(parts.otherNames, parts.others)}
        />
      )}
      <Line
        count={parts.alerts}
        what="alerts"
        small={`and the ${counted(parts.channels, "demo channel")} they use, with ${counted(parts.digests, "digest")}`}
      />
      {parts.since === null ? null : (
        <Line
          count={Math.max(1, Math.round((now - parts.since) / DAY_MS))}
          what="days of simulated history"
          small={`${counted(parts.streams, "stream")}, ${counted(parts.messages, "message")}`}
        />
      )}
    </ul>
  </div>
);

const Stays = ({ parts, host }: { parts: DemoParts; host: string }) => (
  <div class="s">
    <h3>
      <Icon name="well" />
      Stays
    </h3>
    <ul>
      <Stay what={`Your service, ${host}`} small="how it is read, and its proof" />
      {parts.ownChannels.length === 0 ? null : (
        <Stay what="Your channels" small={parts.ownChannels.map((name) => shownName(name)).join(", ")} />
      )}
      {parts.ownCreators === 0 ? null : (
        <Stay what={`${counted(parts.ownCreators, "creator")} of your own`} small="with their history and alerts" />
      )}
      <Stay what="People and settings" small="tokens, sessions, the audit log" />
    </ul>
  </div>
);

/** Says what goes and what stays, with the button. */
const Leaving = ({ parts, host, now }: { parts: DemoParts; host: string; now: number }) => (
  <>
    <section>
      <h2>Start clean with my service</h2>
      <p class="soft">One click removes the demo. Only what is yours stays. You can undo it for a day.</p>
      <div class="goes">
        <Goes parts={parts} now={now} />
        <Stays parts={parts} host={host} />
      </div>
    </section>
    <section class="next">
      <Allowed scope="admin">
        <Act action={`${DEMO}/leave`} look="main" busy="Removing…">
          Start clean with my service
        </Act>
      </Allowed>
      <ButtonLink href={pathOf("channel")} look="bare">
        Keep the demo for now
      </ButtonLink>
      <span class="soft small">
        While you keep it, demo creators are never checked at <bdi>{host}</bdi>.
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
  if (parts !== null) return <Leaving parts={parts} host={hostOf(baseUrl ?? "your service")} now={context.now} />;
  if (leftAt === null) return null;
  return (
    <section class="flow">
      <h2>The demo is removed</h2>
      <p class="soft">
        Removed at <Time at={leftAt} />. You can bring it back within a day of that.
      </p>
      {reaches(context.session.actor, "admin") ? (
        <p>
          <Act action={`${DEMO}/back`}>Bring the demo back</Act>
        </p>
      ) : (
        <Note>
          <p>Only an admin can bring it back.</p>
        </Note>
      )}
    </section>
  );
}

async function left(context: PageContext<"demo">): Promise<Response> {
  const removed = await context.ports.demo.leave();
  const text = removed ? "Demo removed. Your service, channels and people stayed." : "There is no demo any more.";
  const undo = removed ? { undo: { action: `${DEMO}/back`, fields: {} } } : {};
  return backTo(pathOf("creators"), { text, ...undo }, context);
}

async function back(context: PageContext<"demo">): Promise<Response> {
  const came = await context.ports.demo.bringBack().catch((thrown: unknown) => {
    if (!/UNIQUE constraint/i.test(String(thrown))) throw thrown;
    throw new Problem(409, "Something of yours is where a part of the demo was. Nothing was brought back.");
  });
  if (!came) throw new Problem(409, "There is no demo to bring back any more.");
  return backTo("/", { text: "The demo is back" }, context);
}

async function looked(context: PageContext<"demo">): Promise<Response> {
  await context.ports.demo.look();
  return seeOther("/");
}

const post = formsAt(DEMO, "admin");

export const demoPages: Page[] = [
  pageAt(DEMO, ["demo", "firstSteps", "service", "shell", "health"], demoPage),
  post("/leave", "leaveDemo", ["demo"], left),
  post("/back", "restoreDemo", ["demo"], back),
  formsAt(DEMO)("/look", "lookAround", ["demo"], looked),
];
