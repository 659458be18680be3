import type { Child } from "hono/jsx";
import type { Event } from "../../../core/event.ts";
import type { OneReading } from "../../../flows/browse/one-reading.ts";
import type { Branch, Way, Why } from "../../../flows/browse/why.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { eventTypes } from "../../../targets/events.ts";
import { cut } from "../../../core/text.ts";
import { clockLabel, dayLabel } from "../../../core/calendar.ts";
import { Allowed, Button, ButtonLink, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name, shownName } from "../parts/name.tsx";
import { useScene } from "../parts/scene.ts";
import { lasting, Time } from "../parts/time.tsx";
import type { Worded } from "../service-words.ts";
import { EndSnooze } from "./snooze.tsx";
import { Answer, Because, isBroken, isThere, lateWords, Listing, lookWords, UnwantedWords } from "./why-words.tsx";

/** As many happenings may be chosen. */
const MOST_CHOICES = 8;

/** What people ask about: of creators their starts and ends, of others whatever happened. */
export const askable = (events: Event[]): Event[] => events.slice(0, MOST_CHOICES);

/** The happening that the address names: "now" is none; without a word the latest start, else the latest. */
export function askedAbout(events: Event[], about: string | null): Event | null {
  if (about === "now") return null;
  const all = askable(events);
  const named = all.find(({ id }) => id === about);
  return named ?? all.find(({ type }) => eventTypes[type]?.urgent === true) ?? all[0] ?? null;
}

interface WhyProps {
  why: Why;
  one: Target;
  events: Event[];
  /** The page of the target. */
  at: string;
  trouble: Worded | null;
  lists: OneReading["lists"];
}

const ICONS = { good: "well", stop: "hand", wait: "clock" } as const;

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

const choiceWords = (event: Event, zone: string): string => {
  const line = eventTypes[event.type]?.words(event, "en").line ?? [event.type];
  const said = line.map((one) =>
    typeof one === "string" ? one : "at" in one ? "" : "strong" in one ? one.strong : one.link,
  );
  return `${cut(shownName(said.join("")), 60)}, ${dayLabel("en", event.occurredAt, zone)}, ${clockLabel("en", event.occurredAt, zone)}`;
};

/** Why something was told or not: one sentence, then the chain, its broken link with a button. */
export function WhyNothing(props: WhyProps) {
  const { why, events, at, trouble } = props;
  const { zone } = useScene();
  return (
    <section class="card" aria-labelledby="why">
      <div class="cap">
        <h2 id="why">Why did nothing come?</h2>
      </div>
      <div class="why">
        <form method="get" action={`${at}#why`} class="line ask">
          <label class="sr" for="about">
            About
          </label>
          <select class="in" id="about" name="about">
            <option value="now" selected={why.event === null}>
              What happens next
            </option>
            {askable(events).map((event) => (
              <option value={event.id} selected={event.id === why.event?.id}>
                {choiceWords(event, zone)}
              </option>
            ))}
          </select>
          <Button>Look</Button>
        </form>
        <p class="ans">
          <Answer why={why} trouble={trouble} />
        </p>
        <ol class="chain">
          <Looked {...props} />
          <Wished {...props} />
          {why.wish.wanted.length > 0 ? <Quiet {...props} /> : null}
          {why.branches.map((branch) => (
            <Channel branch={branch} at={at} />
          ))}
        </ol>
      </div>
    </section>
  );
}

const Looked = ({ why, one, at, trouble }: WhyProps) => {
  const { look } = why;
  if (look.look === "noticed") {
    const { window, occurredAt, detectedAt } = look.event;
    return (
      <Step state="good" title="It was noticed">
        {window.from === null ? null : (
          <>
            It happened after <Time at={window.from} />,{" "}
          </>
        )}
        seen <Time at={detectedAt} />
        {detectedAt - occurredAt >= 1000 ? `, ${lasting(detectedAt - occurredAt)} later at the latest` : ""}
      </Step>
    );
  }
  const wrong = lookWords(why, trouble);
  if (wrong === null) {
    const seen = look.look === "looked" ? look : null;
    return (
      <Step state="good" title="It would be noticed">
        {seen?.at == null ? (
          "Checked"
        ) : (
          <>
            Checked last <Time at={seen.at} />
          </>
        )}
        {SEEN[seen?.seen ?? ""] ?? ""}
      </Step>
    );
  }
  return (
    <Step
      state={look.look === "never" ? "wait" : "stop"}
      title="It would not be noticed"
      mend={<MendLook why={why} one={one} at={at} trouble={trouble} />}
    >
      {wrong}
    </Step>
  );
};

const SEEN: Record<string, string> = {
  on: ": on air, so the next thing to tell is the end",
  paused: ": on air, with the picture held",
  off: ": off, so there is nothing to tell yet",
  unknown: ": the answer does not say who is on air",
};

const MendLook = ({ why: { look }, one, at, trouble }: Pick<WhyProps, "why" | "one" | "at" | "trouble">) => {
  if (trouble !== null) return <ButtonLink href="/">See what is wrong</ButtonLink>;
  return (
    <Allowed scope="write">
      {look.look === "paused" ? (
        <Form action="/creators/resume">
          <input type="hidden" name="id" value={one.id} />
          <input type="hidden" name="from" value={at} />
          <Button icon="again">Resume</Button>
        </Form>
      ) : (
        <Form action={`${at}/check`}>
          <Button icon="again" busy="Checking …">
            Check now
          </Button>
        </Form>
      )}
    </Allowed>
  );
};

const Wished = ({ why: { wish, branches } }: WhyProps) => {
  const { wanted, near } = wish;
  if (wanted.length > 0)
    return (
      <Step state="good" title={wanted.length === 1 ? "An alert wants it" : `${wanted.length} alerts want it`}>
        <Listing
          names={wanted.map(({ id, name }) => (
            <a href={`/alerts#${id}`}>
              <Name of={name} />
            </a>
          ))}
        />
      </Step>
    );
  if (branches.length > 0) return <Step state="good" title="An alert wanted it, which is off or gone by now" />;
  const off = near.find(({ why }) => why.why === "off");
  return (
    <Step
      state="stop"
      title="No alert wants it"
      mend={
        <Allowed scope="write">
          {off === undefined ? (
            <ButtonLink href="/alerts">Add an alert</ButtonLink>
          ) : (
            <Form action={`/alerts/${off.alert.id}/resume`}>
              <Button icon="again">Resume the alert</Button>
            </Form>
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

const Quiet = ({ why: { silence }, one, at, lists }: WhyProps) => {
  if (silence === null)
    return <Step state="good" title={one.enabled ? "Not snoozed, not paused" : "Not snoozed now"} />;
  const list = lists.find(({ id }) => id === silence.watchlistId);
  return (
    <Step
      state="stop"
      title={
        <>
          Snoozed till <Time at={silence.until} />
        </>
      }
      mend={<EndSnooze of={silence} from={`${at}?about=now`} />}
    >
      {silence.targetId !== null ? null : list !== undefined ? (
        <>
          With all of <Name of={list.name} />
        </>
      ) : (
        "With everything"
      )}
    </Step>
  );
};

const Channel = ({ branch: { channel, way }, at }: { branch: Branch; at: string }) => {
  const name = <Name of={channel.name} />;
  if (isThere(way))
    return (
      <Step state="good" title={way.way === "told" ? <>{name} was told</> : <>{name} would be told</>}>
        {way.way === "told" && way.at !== null ? (
          <>
            <Time at={way.at} />, {lateWords(way.late)}
          </>
        ) : undefined}
      </Step>
    );
  return (
    <Step
      state={isBroken(way) ? "stop" : "wait"}
      title={
        <>
          {name} {way.way === "none" || way.way === "left-out" ? "was left out" : "was not told"}
        </>
      }
      mend={<MendChannel way={way} channel={channel} at={at} />}
    >
      <Because way={way} />
    </Step>
  );
};

const MendChannel = ({ way, channel, at }: { way: Way; channel: Branch["channel"]; at: string }) => {
  if (!channel.enabled && (way.way === "failed" || way.way === "left-out"))
    return <ButtonLink href={`/channels#${channel.id}`}>Mend the channel</ButtonLink>;
  if (way.way === "failed")
    return (
      <Allowed scope="write">
        <Form action={`${at}/send-again`}>
          <input type="hidden" name="message" value={way.id} />
          <Button icon="again" busy="Sending …">
            Send it again
          </Button>
        </Form>
      </Allowed>
    );
  return <></>;
};
