import type { Event } from "../../../core/event.ts";
import type { OneReading } from "../../../flows/queries/target-reading.ts";
import type { Why } from "../../../flows/queries/why.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { lasting } from "../words/time.ts";
import type { Worded } from "../service-words.ts";
import { EndSnooze } from "../parts/snooze.tsx";
import { ChannelStep } from "./why-channel.tsx";
import { Step } from "./why-step.tsx";
import { Listing, lookWords, UnwantedWords } from "./why-words.tsx";
import { Act } from "../parts/act.tsx";

/** What the explanation of a target's notifications is built from. */
export interface WhyProps {
  why: Why;
  one: Target;
  events: Event[];
  /** The page of the target. */
  at: string;
  trouble: Worded | null;
  lists: OneReading["lists"];
}

/** The chain from an event to those notified of it; broken links have buttons. */
export const Chain = (props: WhyProps) => (
  <ol class="chain">
    <DetectionStep {...props} />
    <AlertStep {...props} />
    {props.why.wish.wanted.length > 0 ? <SnoozeStep {...props} /> : null}
    {props.why.branches.map((branch) => (
      <ChannelStep branch={branch} at={props.at} />
    ))}
  </ol>
);

const DetectionStep = ({ why, one, at, trouble }: WhyProps) => {
  const { look } = why;
  if (look.look === "noticed") {
    const { window, occurredAt, detectedAt } = look.event;
    return (
      <Step state="good" title="Detected">
        {window.from === null ? null : (
          <>
            It happened after <Time at={window.from} />,{" "}
          </>
        )}
        detected <Time at={detectedAt} />
        {detectedAt - occurredAt >= 1000 ? `, at most ${lasting(detectedAt - occurredAt)} later` : ""}
      </Step>
    );
  }
  const wrong = lookWords(why, trouble);
  if (wrong === null) {
    const seen = look.look === "looked" ? look : null;
    return (
      <Step state="good" title="Would be detected">
        {seen?.at == null ? (
          "Checked"
        ) : (
          <>
            Last checked <Time at={seen.at} />
          </>
        )}
        {SEEN[seen?.seen ?? ""] ?? ""}
      </Step>
    );
  }
  return (
    <Step
      state={look.look === "never" ? "wait" : "stop"}
      title="Would not be detected"
      mend={<MendLook why={why} one={one} at={at} trouble={trouble} />}
    >
      {wrong}
    </Step>
  );
};

const SEEN: Record<string, string> = {
  on: ": live, so the next alert is the end",
  paused: ": live, with the stream paused",
  off: ": offline, so there is nothing to report yet",
  unknown: ": the answer doesn't say whether they are live",
};

const MendLook = ({ why: { look }, one, at, trouble }: Pick<WhyProps, "why" | "one" | "at" | "trouble">) => {
  if (trouble !== null) return <ButtonLink href="/">See the problem</ButtonLink>;
  return (
    <Allowed scope="write">
      {look.look === "paused" ? (
        <Act action="/creators/resume" fields={{ id: one.id, from: at }} icon="again">
          Resume
        </Act>
      ) : (
        <Act action={`${at}/check`} icon="again" busy="Checking…">
          Check now
        </Act>
      )}
    </Allowed>
  );
};

const AlertStep = ({ why: { wish, branches }, one }: WhyProps) => {
  const { wanted, near } = wish;
  if (wanted.length > 0)
    return (
      <Step state="good" title={wanted.length === 1 ? "1 alert matches" : `${wanted.length} alerts match`}>
        <Listing
          names={wanted.map(({ id, name }) => (
            <a href={`/alerts#${id}`}>
              <Name of={name} />
            </a>
          ))}
        />
      </Step>
    );
  if (branches.length > 0) return <Step state="good" title="It matched an alert that is now paused or deleted" />;
  const off = near.find(({ why }) => why.why === "off");
  return (
    <Step
      state="stop"
      title="No alert matches"
      mend={
        <Allowed scope="write">
          {off === undefined ? (
            <ButtonLink href={`/alerts/new?target=${one.id}`}>Add an alert</ButtonLink>
          ) : (
            <Act action={`/alerts/${off.alert.id}/resume`} icon="again">
              Resume the alert
            </Act>
          )}
        </Allowed>
      }
    >
      {near.map(({ alert, why }) => (
        <>
          <a href={`/alerts#${alert.id}`}>
            <Name of={alert.name} />
          </a>{" "}
          <UnwantedWords why={why} />.{" "}
        </>
      ))}
    </Step>
  );
};

const SnoozeStep = ({ why: { silence }, one, at, lists }: WhyProps) => {
  if (silence === null) return <Step state="good" title={one.enabled ? "Not snoozed or paused" : "Not snoozed"} />;
  const list = lists.find(({ id }) => id === silence.watchlistId);
  return (
    <Step
      state="stop"
      title={
        <>
          Snoozed until <Time at={silence.until} />
        </>
      }
      mend={<EndSnooze of={silence} from={`${at}?about=now`} />}
    >
      {silence.targetId !== null ? null : list !== undefined ? (
        <>
          All of <Name of={list.name} /> is snoozed
        </>
      ) : (
        "Everything is snoozed"
      )}
    </Step>
  );
};
