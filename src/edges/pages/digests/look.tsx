import { dateRange } from "../../../core/calendar.ts";
import type { DigestLooks } from "../../../flows/manage/preview-digest.ts";
import type { AlertChannel } from "../../../flows/browse/alerts.ts";
import { Icon } from "../parts/icon.tsx";
import { dialectOf, Message, type Dialect } from "../parts/message.tsx";
import { useScene } from "../parts/scene.ts";

const TITLES: Record<Dialect, string> = { discord: "Discord", slack: "Slack" };

/** A digest as it would look in each chat, its own first. */
export function DigestLook({
  came,
  channel,
  publicUrl,
}: {
  came: DigestLooks;
  channel: AlertChannel;
  publicUrl: string | null;
}) {
  const { zone } = useScene();
  const own = dialectOf(channel.kind);
  const order: Dialect[] = own === "slack" ? ["slack", "discord"] : ["discord", "slack"];
  const drawn = came.pictures.map(({ section, alt, svg }) => ({
    section,
    alt,
    src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  }));
  const message = (dialect: Dialect) => (
    <Message
      dialect={dialect}
      body={came.looks[dialect]}
      channel={channel.name}
      about={dialect === own ? TITLES[dialect] : `How it will look in ${TITLES[dialect]}`}
      when="preview"
      drawn={drawn}
    />
  );
  return (
    <div id="look" class="stack">
      <p class="small soft">{dateRange("en", came.period.from, came.period.to, zone)}</p>
      {message(order[0]!)}
      <details>
        <summary>
          <Icon name="right" small />
          In {TITLES[order[1]!]}
        </summary>
        {message(order[1]!)}
      </details>
      {publicUrl !== null ? null : (
        <p class="small soft">
          Slack shows pictures only if this Tallylight has a public address. The owner can set one.
        </p>
      )}
    </div>
  );
}
