import type { Child } from "hono/jsx";
import type { Attempt } from "../../../core/delivery.ts";
import type { Event } from "../../../core/event.ts";
import type { DeliveryRecord } from "../delivery-view.ts";
import type { Around } from "../messages.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import type { IconName } from "../../../ui/icons.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { about } from "../../../ui/words/time.ts";
import { MESSAGES } from "../message-address.ts";
import { attemptWords } from "./words.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const Step = ({ icon, at, small, bad, children }: StepProps) => (
  <li class={bad === true ? "bad" : ""}>
    <Icon name={icon} />
    <div>
      {children}
      {small === undefined ? null : <small>{small}</small>}
    </div>
    {at === null ? null : <Time at={at} />}
  </li>
);

interface StepProps {
  icon: IconName;
  at: number | null;
  small?: Child;
  bad?: true;
  children?: Child;
}

/** The answer to an attempt, and how long it took. */
function answerOf({ status, durationMs, error }: Attempt): string {
  const time = String(durationMs);
  if (error === null) return t("in {time} ms", { time });
  return status === null
    ? t("no answer, after {time} ms", { time })
    : t("status {status}, after {time} ms", { status: String(status), time });
}

/** Times of a shorter window are written with one minute. */
const SHORT_MS = 120_000;

interface TriesProps {
  of: DeliveryRecord;
  chat: string;
  first: Event | undefined;
  /** True if messages to its channel fail, behind which it waits. */
  failing: boolean;
}

/** The delivery attempts, in order. */
export function Tries({ of, chat, first, failing }: TriesProps) {
  return (
    <section class="flow" aria-labelledby="tried">
      <h2 id="tried">{t("What happened")}</h2>
      <ol class="tries">
        <Step
          icon="clock"
          at={first?.detectedAt ?? of.madeAt}
          small={
            first === undefined ? undefined : first.window.from === null ? (
              t("at the first check")
            ) : first.window.to - first.window.from < SHORT_MS ? (
              t("at most {time} after it happened", {
                time: about((first.window.to - first.window.from) / 1000, Math.ceil),
              })
            ) : (
              <T
                of="between {from} and {to}"
                from={<Time at={first.window.from} />}
                to={<Time at={first.window.to} />}
              />
            )
          }
        >
          {of.replayOf !== null
            ? t("Someone sent it again")
            : of.board !== null
              ? t("A stream started or ended")
              : of.digestId !== null
                ? t("Time to send it")
                : t("Detected")}
        </Step>
        {of.attempts.map((attempt) => {
          const { said, todo } = attemptWords(attempt, chat);
          return (
            <Step
              icon={attempt.error === null ? "done" : "hand"}
              at={attempt.at}
              small={todo === null ? answerOf(attempt) : `${t("{sentence}.", { sentence: answerOf(attempt) })} ${todo}`}
              {...(attempt.error === null ? {} : { bad: true as const })}
            >
              {said}
            </Step>
          );
        })}
        {of.status === "pending" ? (
          <Step icon="clock" at={of.nextAttemptAt}>
            {of.attempts.length > 0
              ? t("Next attempt")
              : failing
                ? t("Waits: messages to {chat} are failing", { chat })
                : t("About to be sent")}
          </Step>
        ) : null}
      </ol>
    </section>
  );
}

const OUTCOMES: Record<DeliveryRecord["status"], string> = {
  sent: marked("Sent again {when}: <link>it arrived</link>."),
  pending: marked("Sent again {when}: <link>it is queued</link>."),
  held: marked("Sent again {when}: <link>it is delayed (quiet hours)</link>."),
  suppressed: marked("Sent again {when}: <link>it was skipped</link>."),
  dead: marked("Sent again {when}: <link>it was not delivered</link>."),
};

const to = (href: string) => (text: Child) => <a href={href}>{text}</a>;

/** The messages related to this one. */
export const Rest = ({ of, around }: { of: DeliveryRecord; around: Around }) => (
  <>
    {of.replayOf === null ? null : (
      <p class="small">
        <T of="Resends <link>an earlier message</link>." link={to(`${MESSAGES}/${of.replayOf}`)} />
      </p>
    )}
    {of.edits === null ? null : (
      <p class="small">
        <T of="Updates <link>an earlier message</link>." link={to(`${MESSAGES}/${of.edits}`)} />
      </p>
    )}
    {of.summary === null ? null : (
      <p class="small">
        <T of="Sent in <link>the summary</link>." link={to(`${MESSAGES}/${of.summary}`)} />
      </p>
    )}
    {of.digestId === null || !around.digestStands ? null : (
      <p class="small">
        <T
          of={around.digest === null ? "An edition of <link>a digest</link>." : "An edition of <link>{name}</link>."}
          name={<Name of={around.digest ?? ""} />}
          link={to(`/digests/${of.digestId}`)}
        />
      </p>
    )}
    {of.board === null ? null : (
      <p class="small">
        <T of="The message of <link>a board</link>, updated when a stream starts or ends." link={to("/boards")} />
      </p>
    )}
    {around.replays.map(({ id, status, madeAt: createdAt }) => (
      <p class="small">
        <T of={OUTCOMES[status]} when={<Time at={createdAt} />} link={to(`${MESSAGES}/${id}`)} />
      </p>
    ))}
  </>
);
