import { pendingWords } from "../../../core/delivery.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import { Button, Options } from "../../../ui/parts/form.tsx";
import { Filter } from "../../../ui/parts/pieces.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { language, marked, t } from "../../../ui/words/text.ts";
import { addressOf, MESSAGES, type MessageQuery } from "../message-address.ts";
import type { MessageFilter, MessagesAround, NamedChannel } from "../messages.ts";

/** What the list can be reduced to. */
export const CHIPS: Record<MessageFilter["show"], string> = {
  all: marked("All"),
  dead: marked("Not delivered"),
  pending: marked("Queued"),
  held: marked("Delayed (quiet hours)"),
  suppressed: marked("Skipped"),
  sent: marked("Sent"),
};

/** A channel's name. */
export const named = (id: string, channels: NamedChannel[]): string => {
  const found = channels.find((one) => one.id === id);
  return found === undefined ? t("a deleted channel") : displayedName(found.name);
};

/** The filters that are set, in words. */
const setIn = ({ show: shown, channelId, day }: MessageQuery, channels: NamedChannel[]): string[] => [
  t(CHIPS[shown]),
  ...(channelId === null ? [] : [named(channelId, channels)]),
  ...(day === "" ? [] : [day]),
];

/** Chooses which messages are shown. */
export const Tools = ({ asked, around: { channels, counts } }: { asked: MessageQuery; around: MessagesAround }) => (
  <Filter set={setIn(asked, channels)}>
    <nav class="chips" aria-label={t("Show")}>
      {Object.entries(CHIPS).map(([name, words]) => {
        const one = name as MessageFilter["show"];
        const count = counts[one];
        return (
          <a
            class="chip"
            href={addressOf({ ...asked, show: one, before: null })}
            {...(asked.show === one ? { "aria-current": "true" as const } : {})}
          >
            {t(words)}
            {["dead", "pending", "suppressed"].includes(one) && count !== undefined && count > 0 ? (
              <span class="num">{one === "pending" ? pendingWords(count) : grouped(language(), count)}</span>
            ) : null}
          </a>
        );
      })}
    </nav>
    <form class="tools" method="get" action={MESSAGES} role="search" aria-label={t("Messages")}>
      {asked.show === "all" ? null : <input type="hidden" name="show" value={asked.show} />}
      <select class="in auto" name="channel" aria-label={t("Channel")}>
        <option value="">{t("All channels")}</option>
        <Options of={channels.map(({ id, name }) => [id, displayedName(name)])} chosen={asked.channelId} />
      </select>
      <label class="line small soft">
        {t("Up to day")}
        <input class="in auto" type="date" name="day" value={asked.day} />
      </label>
      <Button>{t("Apply")}</Button>
    </form>
  </Filter>
);
