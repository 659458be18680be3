import type { DemoParts } from "../demo.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { listed } from "../../../core/language.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { language, plural, t } from "../../../ui/words/text.ts";

/** Some names, and the number of others. */
function someOf(names: string[], count: number): string {
  const more = count - names.length;
  const displayed = names.map((name) => displayedName(name));
  return more > 0 ? listed(language(), [...displayed, plural(more, "{n} more", "{n} more")]) : displayed.join(", ");
}

const Line = ({ count, what, small }: { count: number; what: string; small: string }) => (
  <li>
    <b>{count}</b>
    <span>
      {what}
      {small === "" ? null : <small>{small}</small>}
    </span>
  </li>
);

const Stay = ({ what, small }: { what: string; small: string }) => (
  <li>
    <Icon name="done" small />
    <span>
      {what}
      {small === "" ? null : <small>{small}</small>}
    </span>
  </li>
);

/** What goes with the demo. */
export const Goes = ({ parts, now }: { parts: DemoParts; now: number }) => (
  <div class="g">
    <h3>
      <Icon name="ended" />
      {t("Goes")}
    </h3>
    <ul>
      <Line
        count={parts.creators}
        what={plural(parts.creators, "demo creator", "demo creators")}
        small={someOf(parts.names, parts.creators)}
      />
      {parts.others === 0 ? null : (
        <Line
          count={parts.others}
          what={t("demo rankings, hashtags, shops and lists")}
          small={someOf(parts.otherNames, parts.others)}
        />
      )}
      <Line
        count={parts.alerts}
        what={plural(parts.alerts, "alert", "alerts")}
        small={t("and the {channels} they use, with {digests}", {
          channels: plural(parts.channels, "{n} demo channel", "{n} demo channels"),
          digests: plural(parts.digests, "{n} digest", "{n} digests"),
        })}
      />
      {parts.since === null ? null : <Simulated parts={parts} days={Math.round((now - parts.since) / DAY_MS)} />}
    </ul>
  </div>
);

const Simulated = ({ parts, days }: { parts: DemoParts; days: number }) => {
  const count = Math.max(1, days);
  const streams = plural(parts.streams, "{n} stream", "{n} streams");
  const messages = plural(parts.messages, "{n} message", "{n} messages");
  return (
    <Line
      count={count}
      what={plural(count, "day of simulated history", "days of simulated history")}
      small={`${streams}, ${messages}`}
    />
  );
};

/** What stays. */
export const Stays = ({ parts, host }: { parts: DemoParts; host: string }) => (
  <div class="s">
    <h3>
      <Icon name="well" />
      {t("Stays")}
    </h3>
    <ul>
      <Stay what={t("Your service, {host}", { host })} small={t("how it is read, and its proof")} />
      {parts.ownChannels.length === 0 ? null : (
        <Stay what={t("Your channels")} small={parts.ownChannels.map((name) => displayedName(name)).join(", ")} />
      )}
      {parts.ownCreators === 0 ? null : (
        <Stay
          what={plural(parts.ownCreators, "{n} creator of your own", "{n} creators of your own")}
          small={t("with their history and alerts")}
        />
      )}
      <Stay what={t("People and settings")} small={t("tokens, sessions, the audit log")} />
    </ul>
  </div>
);
