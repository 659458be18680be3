import type { AnyKept } from "../../../resources/resource.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Pill } from "../parts/pieces.tsx";
import { ON_END, pingWords, whenWords } from "./words.ts";

/** The page of alerts. */
export const ALERTS = "/alerts";

/** What alerts name, by id. */
export interface Names {
  channels: Map<string, AnyKept>;
  lists: Map<string, AnyKept>;
  creators: Map<string, AnyKept>;
}

const nameIn = (all: Map<string, AnyKept>, id: string): string =>
  (all.get(id)?.["name"] as string | undefined) ?? "one that is gone";

/** An alert as a sentence, with what may be done with it. */
export const Alert = ({ one, names: { channels, lists, creators } }: { one: Subscription; names: Names }) => {
  const { targetId, watchlistId, quietHours, filters } = one;
  const where = channels.get(one.channelId);
  const ping = pingWords(one);
  const more = [quietHours === null ? [] : "with quiet hours", filters.length === 0 ? [] : "under conditions"].flat();
  return (
    <li class="used came">
      <div>
        <p>
          Tells <Name of={nameIn(channels, one.channelId)} /> when{" "}
          {targetId !== null ? (
            <a href={`/creators/${targetId}`}>
              <Name of={nameIn(creators, targetId)} />
            </a>
          ) : watchlistId !== null ? (
            <>
              somebody in <Name of={nameIn(lists, watchlistId)} />
            </>
          ) : (
            "anybody"
          )}{" "}
          {whenWords(one.events)}
          {ping === "" ? "" : `, pings ${ping}`}
          {more.length === 0 ? "" : `, ${more.join(" and ")}`}.
        </p>
        <p class="small soft">
          <Name of={one.name} />; at an end: {ON_END[one.onEnd]}.
        </p>
        {one.enabled ? null : <Pill icon="pause">paused</Pill>}
        {where?.["enabled"] === false ? (
          <Pill tone="hand" icon="hand">
            its channel is switched off
          </Pill>
        ) : null}
      </div>
      <Allowed scope="write">
        <div class="line">
          <Form action={`${ALERTS}/${one.id}/${one.enabled ? "pause" : "resume"}`}>
            <Button>{one.enabled ? "Pause" : "Resume"}</Button>
          </Form>
          <details>
            <summary>Delete …</summary>
            <Form action={`${ALERTS}/${one.id}/delete`}>
              <Button>Delete for good</Button>
            </Form>
          </details>
        </div>
      </Allowed>
    </li>
  );
};
