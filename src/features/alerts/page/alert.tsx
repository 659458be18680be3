import type { AlertNames } from "../alerts.ts";
import type { Subscription } from "../resource/subscription.ts";
import { ChannelOff, DraftRow } from "../drafts/draft-list.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { ALERTS, PLACE } from "./place.ts";
import { AlertSentence } from "./sentence.tsx";
import { Act, Delete } from "../../../ui/parts/act.tsx";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

interface AlertProps {
  one: Subscription;
  names: AlertNames;
  /** How many of the latest messages it sent, as text. */
  lately: string;
  /** Another alert that already covers this one. */
  same: Subscription | undefined;
}

/** An alert in the list: a sentence, its recent messages, and its actions. */
export const AlertRow = ({ one, names, lately, same }: AlertProps) => (
  <DraftRow
    place={PLACE}
    one={one}
    id={one.id}
    acts={
      <>
        <Act action={`${ALERTS}/${one.id}/${one.enabled ? "pause" : "resume"}`}>
          {one.enabled ? t("Pause") : t("Resume")}
        </Act>
        <Delete action={`${ALERTS}/${one.id}/delete`} />
      </>
    }
  >
    <AlertSentence one={one} names={names} />
    <p class="line small soft">
      {one.enabled ? <span>{lately}</span> : <Pill icon="pause">{t("paused")}</Pill>}
      <ChannelOff channels={names.channels} id={one.channelId} />
      {same === undefined || !one.enabled ? null : (
        <span>
          <T
            of="“{name}” already covers all of this in the same channel. Each event is sent once."
            name={<Name of={same.name} />}
          />
        </span>
      )}
    </p>
  </DraftRow>
);
