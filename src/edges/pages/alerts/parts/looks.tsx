import { channelKinds } from "../../../../channels/registry.ts";
import type { Previewed } from "../../../../flows/manage/looks.ts";
import type { FieldError } from "../../../../core/refusal.ts";
import { Icon } from "../../parts/icon.tsx";
import { dialectOf, Message, OnAPhone, type Dialect } from "../../parts/message.tsx";
import { Name } from "../../parts/name.tsx";
import { Note } from "../../parts/pieces.tsx";
import { Time } from "../../parts/time.tsx";

const TITLES: Record<Dialect, string> = { discord: "Discord", slack: "Slack" };

/** Of what a preview is made. */
const From = ({ of: { event, sample, matches } }: { of: Previewed }) => (
  <p class="small soft">
    {sample ? (
      "An example: nothing of this sort happened lately."
    ) : (
      <>
        Made from what happened <Time at={event.occurredAt} />
        {event.target === null ? (
          ""
        ) : (
          <>
            {" "}
            to <Name of={event.target.name} />
          </>
        )}
        .
      </>
    )}
    {matches ? "" : " It would not be told: it does not fit what is said under “Only if”."}
  </p>
);

interface LooksProps {
  /** What came of it; null before anything can be shown. */
  found: Previewed | null;
  errors: FieldError[];
}

/** An alert's message in each chat, its own first, and on a phone. */
export function Looks({ found, errors }: LooksProps) {
  if (found === null)
    return (
      <div id="look" class="flow">
        <Note>
          <p>
            {errors.length === 0
              ? "Choose where and what it tells, and it stands here."
              : "It stands here as soon as what is marked is right."}
          </p>
        </Note>
      </div>
    );
  const { channel, looks } = found;
  const own = dialectOf(channel.kind);
  const order: Dialect[] = own === "slack" ? ["slack", "discord"] : ["discord", "slack"];
  return (
    <div id="look" class="stack">
      {own === null ? (
        <p class="small soft">
          <Name of={channel.name} /> is a {(channelKinds[channel.kind]?.title ?? "program").toLowerCase()}: a program
          reads it, as JSON. People would read this:
        </p>
      ) : null}
      {order.map((dialect) => (
        <Message
          dialect={dialect}
          body={looks[dialect]}
          channel={channel.name}
          about={dialect === own ? TITLES[dialect] : `${TITLES[dialect]}, were it told there`}
          when="preview"
        />
      ))}
      <OnAPhone dialect={order[0]!} body={looks[order[0]!]} />
      <From of={found} />
    </div>
  );
}

/** What came of a test. */
export const TestedNote = ({ ok, detail }: { ok: boolean; detail: string }) => (
  <div class={`note ${ok ? "good" : "hand"}`} role="alert">
    <Icon name={ok ? "well" : "hand"} />
    <p>{detail}</p>
  </div>
);
