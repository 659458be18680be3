import type { Child } from "hono/jsx";
import type { PageContext } from "../../../ui/page.ts";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { show } from "../../../ui/show.tsx";
import { Art } from "./art.tsx";
import { FIRST, pathOf, stepAfter, type Progress, type Step, type StepName } from "./steps.ts";
import { Head } from "../../../ui/shapes/head.tsx";
import { t } from "../../../ui/words/text.ts";

const Road = ({ steps, at }: { steps: Step[]; at: StepName }) => (
  <nav class="road" aria-label={t("First steps")}>
    {steps.map(({ name, title, words, done }, index) => (
      <a
        href={pathOf(name)}
        {...(done ? { class: "done" } : {})}
        {...(name === at ? { "aria-current": "step" as const } : {})}
      >
        <span class="n">{done ? <Icon name="done" small /> : index + 1}</span>
        <b>
          {title}
          {done ? <span class="sr">, {t("done")}</span> : null}
        </b>
        <small class="cut">{words}</small>
      </a>
    ))}
  </nav>
);

/** The purpose of a step, with its picture. */
export const Intro = ({ step, title, children }: { step: StepName; title: string; children?: Child }) => (
  <section class="intro">
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
    <Art step={step} />
  </section>
);

interface NextProps {
  step: StepName;
  /** Whether the step is done. */
  done: boolean;
  children?: Child;
}

/** The link to the next step, whether this one is done or not. */
export const Next = ({ step, done, children }: NextProps) => (
  <section class="next">
    <ButtonLink href={pathOf(stepAfter(step))} look={done ? "main" : "bare"}>
      {done ? t("Continue") : t("Do this later")}
    </ButtonLink>
    {children}
  </section>
);

interface StepDisplayed {
  progress: Progress;
  at: StepName;
  status?: number;
  body: Child;
}

/** A step beside the list of all. */
export function showStep(context: PageContext, { progress, at, status = 200, body }: StepDisplayed): Promise<Response> {
  const title = progress.steps.find(({ name }) => name === at)!.title;
  const framed = (
    <>
      <Head
        title={t("First steps")}
        acts={
          <ButtonLink href="/" look="bare">
            {t("Skip to the dashboard")}
          </ButtonLink>
        }
      >
        {t("Takes two minutes, in any order. You can skip a step and do it later.")}
      </Head>
      <div class="fs">
        <Road steps={progress.steps} at={at} />
        <div class="card panel">{body}</div>
      </div>
    </>
  );
  return show(context, { title: t("First steps: {title}", { title }), path: FIRST, status, body: framed });
}
