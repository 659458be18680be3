import type { DemoParts } from "../demo.ts";
import { reaches } from "../../../http/auth.ts";
import { Problem } from "../../../http/problem.ts";
import { formsAt, seeOther, type Page, type PageContext, pageAt, backTo } from "../../../ui/page.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { DemoStart } from "../demo-start.tsx";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Goes, Stays } from "./demo-parts.tsx";
import { showStep } from "./frame.tsx";
import { DEMO, FIRST, hostOf, pathOf, progressOf, type Progress } from "./steps.ts";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

type Needs = "demo" | "firstSteps" | "service" | "shell" | "health";

/** Says what goes and what stays, with the button. */
const Leaving = ({ parts, host, now }: { parts: DemoParts; host: string; now: number }) => (
  <>
    <section>
      <h2>{t("Start clean with my service")}</h2>
      <p class="soft">{t("One click removes the demo. Only what is yours stays. You can undo it for a day.")}</p>
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
          <p>{t("Only an admin can bring it back.")}</p>
        </Note>
      )}
    </section>
  );
}

async function left(context: PageContext<"demo">): Promise<Response> {
  const removed = await context.ports.demo.leave();
  const text = removed ? t("Demo removed. Your service, channels and people stayed.") : t("There is no demo any more.");
  const undo = removed ? { undo: { action: `${DEMO}/back`, fields: {} } } : {};
  return backTo(pathOf("creators"), { text, ...undo }, context);
}

async function back(context: PageContext<"demo">): Promise<Response> {
  const arrived = await context.ports.demo.bringBack().catch((thrown: unknown) => {
    if (!/UNIQUE constraint/i.test(String(thrown))) throw thrown;
    throw new Problem(409, t("Something of yours is where a part of the demo was. Nothing was brought back."));
  });
  if (!arrived) throw new Problem(409, t("There is no demo to bring back any more."));
  return backTo("/", { text: t("The demo is back") }, context);
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
