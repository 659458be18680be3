import type { Child } from "hono/jsx";
import type { Event } from "../../../core/event.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import type { OneReading } from "../target-reading.ts";
import type { Branch, Way, Why } from "../why.ts";
import type { Target } from "../resource/form.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { about, lateWords } from "../../../ui/words/time.ts";
import type { Worded } from "../../../ui/service-words.ts";
import { EndSnooze } from "../../../ui/parts/snooze.tsx";
import { isEnding } from "./words.ts";
import { Because, isBroken, isThere, Listing, lookWords, UnwantedWords } from "./why-words.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { marked, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

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

const ICONS = { good: "well", stop: "hand", wait: "clock" } as const;

/** A link of the chain: good, broken or pending. */
const Step = ({
  state,
  title,
  children,
  mend,
}: {
  state: keyof typeof ICONS;
  title: Child;
  children?: Child;
  mend?: Child;
}) => (
  <li class={`k-${state}`}>
    <Icon name={ICONS[state]} />
    <div>
      <b>{title}</b>
      {children === undefined ? null : <small>{children}</small>}
      {mend ?? null}
    </div>
  </li>
);

/** Whether a channel was notified, and if not, the remedy. */
const ChannelStep = ({ branch: { channel, way }, at, past }: { branch: Branch; at: string; past: boolean }) => {
  const name = <Name of={channel.name} />;
  if (isThere(way))
    return (
      <Step
        state="good"
        title={<T of={way.way === "told" ? "{channel} was notified" : "{channel} would be notified"} channel={name} />}
      >
        {way.way === "told" && way.at !== null ? (
          <>
            <Time at={way.at} />, {lateWords(way.late)}
          </>
        ) : undefined}
      </Step>
    );
  const isSkipped = way.way === "none" || way.way === "left-out";
  const [skipped, untold] = past
    ? [marked("{channel} was skipped"), marked("{channel} was not notified")]
    : [marked("{channel} would be skipped"), marked("{channel} would not be notified")];
  return (
    <Step
      state={isBroken(way) ? "stop" : "wait"}
      title={<T of={isSkipped ? skipped : untold} channel={name} />}
      mend={<MendChannel way={way} channel={channel} at={at} />}
    >
      <Because way={way} />
    </Step>
  );
};

const MendChannel = ({ way, channel, at }: { way: Way; channel: Branch["channel"]; at: string }) => {
  if (way.way === "failing" || (!channel.enabled && (way.way === "failed" || way.way === "left-out")))
    return <ButtonLink href={`/channels#${channel.id}`}>{t("Fix the channel")}</ButtonLink>;
  if (way.way === "failed")
    return (
      <Allowed scope="write">
        <Act action={`${at}/send-again`} fields={{ message: way.id }} icon="again" busy={t("Sending…")}>
          {t("Send again")}
        </Act>
      </Allowed>
    );
  return <></>;
};

/** The chain from an event to those notified of it; broken links have buttons. */
export const Chain = (props: WhyProps) => (
  <ol class="chain">
    <DetectionStep {...props} />
    <AlertStep {...props} />
    {props.why.event === null && props.why.wish.wanted.length > 0 ? <SnoozeStep {...props} /> : null}
    {props.why.branches.map((branch) => (
      <ChannelStep branch={branch} at={props.at} past={props.why.event !== null} />
    ))}
  </ol>
);

const DetectionStep = ({ why, one, at, trouble }: WhyProps) => {
  const { look } = why;
  if (look.look === "noticed") {
    const { window, occurredAt, detectedAt } = look.event;
    const isLate = detectedAt - occurredAt >= 1000;
    return (
      <Step state="good" title={t("Detected")}>
        <T
          of={
            window.from === null
              ? isLate
                ? "detected {time}, at most {late} later"
                : "detected {time}"
              : isLate
                ? "It happened after {from}, detected {time}, at most {late} later"
                : "It happened after {from}, detected {time}"
          }
          from={window.from === null ? "" : <Time at={window.from} />}
          time={<Time at={detectedAt} />}
          late={about((detectedAt - (window.from ?? occurredAt)) / 1000, Math.ceil)}
        />
      </Step>
    );
  }
  const invalid = lookWords(why, trouble);
  if (invalid === null) {
    const seen = look.look === "looked" ? look : null;
    const reported = seen?.seen === "off" && isEnding(one) ? ENDING : SEEN[seen?.seen ?? ""];
    return (
      <Step state="good" title={t("Would be detected")}>
        {seen?.at == null ? t("Checked") : <T of="Last checked {time}" time={<Time at={seen.at} />} />}
        {reported === undefined ? "" : `: ${t(reported)}`}
      </Step>
    );
  }
  return (
    <Step
      state={look.look === "never" ? "wait" : "stop"}
      title={t("Would not be detected")}
      mend={<MendLook why={why} one={one} at={at} trouble={trouble} />}
    >
      {invalid}
    </Step>
  );
};

const SEEN: Record<string, string> = {
  on: marked("live, so the next alert is the end"),
  paused: marked("live, with the stream paused"),
  off: marked("offline, so there is nothing to report yet"),
  unknown: marked("the answer doesn't say whether they are live"),
};

const ENDING = marked("offline, which the next checks confirm before the end is reported");

const MendLook = ({ why: { look }, one, at, trouble }: Pick<WhyProps, "why" | "one" | "at" | "trouble">) => {
  if (trouble !== null) return <ButtonLink href="/">{t("See the problem")}</ButtonLink>;
  return (
    <Allowed scope="write">
      {look.look === "paused" ? (
        <Act action="/creators/resume" fields={{ id: one.id, from: at }} icon="again">
          {t("Resume")}
        </Act>
      ) : (
        <Act action={`${at}/check`} icon="again" busy={t("Checking…")}>
          {t("Check now")}
        </Act>
      )}
    </Allowed>
  );
};

const AlertStep = ({ why: { wish, branches }, one }: WhyProps) => {
  const { wanted, near } = wish;
  if (wanted.length > 0)
    return (
      <Step state="good" title={plural(wanted.length, "{n} alert matches", "{n} alerts match")}>
        <Listing
          names={wanted.map(({ id, name }) => (
            <a href={`/alerts#${id}`}>
              <Name of={name} />
            </a>
          ))}
        />
      </Step>
    );
  if (branches.length > 0) return <Step state="good" title={t("It matched an alert that is now paused or deleted")} />;
  const off = near.find(({ why }) => why.why === "off");
  return (
    <Step
      state="stop"
      title={t("No alert matches")}
      mend={
        <Allowed scope="write">
          {off === undefined ? (
            <ButtonLink href={`/alerts/new?target=${one.id}`}>{t("Add an alert")}</ButtonLink>
          ) : (
            <Act action={`/alerts/${off.alert.id}/resume`} icon="again">
              {t("Resume the alert")}
            </Act>
          )}
        </Allowed>
      }
    >
      {near.map(({ alert, why }) => (
        <>
          <UnwantedWords
            why={why}
            alert={
              <a href={`/alerts#${alert.id}`}>
                <Name of={alert.name} />
              </a>
            }
          />{" "}
        </>
      ))}
    </Step>
  );
};

const SnoozeStep = ({ why: { silence }, one, at, lists }: WhyProps) => {
  if (silence === null)
    return <Step state="good" title={one.enabled ? t("Not snoozed or paused") : t("Not snoozed")} />;
  const list = lists.find(({ id }) => id === silence.watchlistId);
  return (
    <Step
      state="stop"
      title={<T of="Snoozed until {time}" time={<Time at={silence.until} />} />}
      mend={<EndSnooze of={silence} from={`${at}?about=now`} />}
    >
      {silence.targetId !== null ? null : list !== undefined ? (
        <T of="All of {list} is snoozed" list={<Name of={list.name} />} />
      ) : (
        t("Everything is snoozed")
      )}
    </Step>
  );
};
