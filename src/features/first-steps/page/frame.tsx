import type { Child } from "hono/jsx";
import type { PageContext } from "../../../ui/page.ts";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { show } from "../../../ui/show.tsx";
import { FIRST, pathOf, type Progress, type Step, stepAfter, type StepName } from "./steps.ts";
import { Head } from "../../../ui/shapes/head.tsx";
import { t } from "../../../ui/words/text.ts";
import { raw } from "hono/html";

const ART: Record<StepName, string> = {
  service:
    '<rect class="b" x="6" y="22" width="58" height="52" rx="10"/><circle class="r" cx="35" cy="48" r="9"/><circle class="rg" cx="35" cy="48" r="17"/><path class="w" d="M64 48h20M106 48h20" stroke-dasharray="2 6"/><path class="w" d="M84 38v20h8a10 10 0 0 0 0-20ZM106 38v20h-4M106 42h-5M106 54h-5"/><rect class="b" x="126" y="16" width="58" height="64" rx="8"/><path class="w" d="M136 32h22M136 44h38M136 56h30M136 68h14"/><circle class="g" cx="174" cy="28" r="8"/>',
  channel:
    '<path class="b" d="M34 14h122a10 10 0 0 1 10 10v38a10 10 0 0 1-10 10H76L58 88V72H34a10 10 0 0 1-10-10V24a10 10 0 0 1 10-10Z"/><circle class="r" cx="50" cy="43" r="10"/><path class="w" d="M74 36h52M74 50h74"/>',
  creators:
    '<circle class="b" cx="54" cy="48" r="27"/><circle class="b" cx="95" cy="48" r="27"/><circle class="rg" cx="140" cy="48" r="34"/><circle class="b" cx="140" cy="48" r="27"/><circle class="r" cx="160" cy="28" r="8"/>',
  done: '<circle class="rg" cx="95" cy="48" r="36"/><circle class="r" cx="95" cy="48" r="22"/>',
};

/** A decorative picture of a step. `dark` means that nobody is live. */
export const Art = ({ step, dark }: { step: StepName; dark?: boolean }) => (
  <svg class={dark === true ? "art dark" : "art"} viewBox="0 0 190 96" aria-hidden="true">
    {raw(ART[step])}
  </svg>
);

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
