import type { Child } from "hono/jsx";
import type { Event } from "../../../core/event.ts";
import type { DeliveryRecord } from "../../../flows/queries/delivery-view.ts";
import type { Around } from "../../../flows/queries/messages.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../icons.ts";
import { Name } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { MESSAGES } from "../words/message-address.ts";
import { attemptWords } from "../words/messages.ts";

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

/** The delivery attempts, in order. */
export function Tries({ of, chat, first }: { of: DeliveryRecord; chat: string; first: Event | undefined }) {
  return (
    <section class="flow" aria-labelledby="tried">
      <h2 id="tried">Delivery attempts</h2>
      <ol class="tries">
        <Step
          icon="clock"
          at={first?.detectedAt ?? of.madeAt}
          small={
            first === undefined ? undefined : first.window.from === null ? (
              "at the first check"
            ) : (
              <>
                between <Time at={first.window.from} /> and <Time at={first.window.to} />
              </>
            )
          }
        >
          {of.replayOf !== null
            ? "Resend requested"
            : of.board !== null
              ? "Who is live changed"
              : of.digestId !== null
                ? "Scheduled time reached"
                : "Detected"}
        </Step>
        {of.attempts.map((attempt) => {
          const { said, todo } = attemptWords(attempt, chat);
          const status = attempt.status === null ? "no answer" : `status ${attempt.status}`;
          return (
            <Step
              icon={attempt.error === null ? "done" : "hand"}
              at={attempt.at}
              small={`${status}, after ${attempt.durationMs} ms${todo === null ? "" : `. ${todo}`}`}
              {...(attempt.error === null ? {} : { bad: true as const })}
            >
              {said}
            </Step>
          );
        })}
        {of.status === "pending" ? (
          <Step icon="clock" at={of.nextAttemptAt}>
            {of.attempts.length === 0 ? "Goes out with the next run" : "Next attempt"}
          </Step>
        ) : null}
      </ol>
    </section>
  );
}

const OUTCOMES: Record<DeliveryRecord["status"], string> = {
  sent: "arrived",
  pending: "is queued",
  held: "is delayed (quiet hours)",
  suppressed: "was skipped",
  dead: "was not delivered",
};

/** The messages related to this one. */
export const Others = ({ of, around }: { of: DeliveryRecord; around: Around }) => (
  <>
    {of.replayOf === null ? null : (
      <p class="small">
        Resends <a href={`${MESSAGES}/${of.replayOf}`}>an earlier message</a>.
      </p>
    )}
    {of.edits === null ? null : (
      <p class="small">
        Updates <a href={`${MESSAGES}/${of.edits}`}>an earlier message</a>.
      </p>
    )}
    {of.summary === null ? null : (
      <p class="small">
        Sent in <a href={`${MESSAGES}/${of.summary}`}>the summary</a>.
      </p>
    )}
    {of.digestId === null ? null : (
      <p class="small">
        An edition of{" "}
        <a href={`/digests/${of.digestId}`}>{around.digest === null ? "a digest" : <Name of={around.digest} />}</a>.
      </p>
    )}
    {of.board === null ? null : (
      <p class="small">
        The message of <a href="/boards">a board</a>, edited whenever who is live changes.
      </p>
    )}
    {around.replays.map(({ id, status, madeAt: createdAt }) => (
      <p class="small">
        Sent again <Time at={createdAt} />: <a href={`${MESSAGES}/${id}`}>that one {OUTCOMES[status]}</a>.
      </p>
    ))}
  </>
);
