import { dateRange } from "../../../core/calendar.ts";
import { channelKinds } from "../../../channels/registry.ts";
import type { Look } from "../../../flows/manage/looks.ts";
import type { DigestLooks } from "../../../flows/manage/preview-digest.ts";
import type { AlertChannel } from "../../../flows/browse/alerts.ts";
import { Fold } from "../parts/pieces.tsx";
import { Message } from "../parts/message.tsx";
import { useScene } from "../parts/scene.ts";

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
  const own = channelKinds[channel.kind]?.preview?.chat;
  const [first, ...others] = came.looks;
  const drawn = came.pictures.map(({ section, alt, svg }) => ({
    section,
    alt,
    src: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  }));
  const message = ({ preview, body }: Look) => (
    <Message
      preview={preview}
      body={body}
      channel={channel.name}
      about={preview.chat === own ? preview.chat : `How it will look in ${preview.chat}`}
      when="preview"
      drawn={drawn}
    />
  );
  return (
    <div id="look" class="stack">
      <p class="small soft">{dateRange("en", came.period.from, came.period.to, zone)}</p>
      {message(first!)}
      {others.map((look) => (
        <Fold title={`In ${look.preview.chat}`}>{message(look)}</Fold>
      ))}
      {publicUrl !== null ? null : (
        <p class="small soft">
          Slack shows pictures only if this Tallylight has a public address. The owner can set one.
        </p>
      )}
    </div>
  );
}
