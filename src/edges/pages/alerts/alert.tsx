import type { AlertNames } from "../../../flows/browse/alerts.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";
import { Allowed } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { Pill } from "../parts/pieces.tsx";
import { ALERTS } from "./place.ts";
import { AlertSentence } from "./sentence.tsx";
import { Act, Delete } from "../parts/act.tsx";

interface AlertProps {
  one: Subscription;
  names: AlertNames;
  /** How many of the latest messages were its, in words. */
  lately: string;
  /** Another that tells all that this one tells. */
  same: Subscription | undefined;
}

/** An alert in the list: a sentence, what came of it lately, and what may be done with it. */
export const AlertRow = ({ one, names, lately, same }: AlertProps) => (
  <li class="alert" id={one.id}>
    <div>
      <h2 class="cut">
        <a href={`${ALERTS}/${one.id}`}>
          <Name of={one.name} />
        </a>
      </h2>
      <AlertSentence one={one} names={names} />
      <p class="line small soft">
        {one.enabled ? <span>{lately}</span> : <Pill icon="pause">paused</Pill>}
        {names.channels.find(({ id }) => id === one.channelId)?.enabled === false ? (
          <Pill tone="hand" icon="hand">
            channel is off
          </Pill>
        ) : null}
        {same === undefined || !one.enabled ? null : (
          <span>
            “<Name of={same.name} />” already covers all of this in the same channel. Each event is sent once.
          </span>
        )}
      </p>
    </div>
    <Allowed scope="write">
      <div class="line">
        <Act action={`${ALERTS}/${one.id}/${one.enabled ? "pause" : "resume"}`}>{one.enabled ? "Pause" : "Resume"}</Act>
        <Delete action={`${ALERTS}/${one.id}/delete`} />
      </div>
    </Allowed>
  </li>
);
