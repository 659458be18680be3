import { dateRange } from "../../../core/calendar.ts";
import { channelKinds } from "../../../channels/registry.ts";
import type { Look } from "../../../flows/commands/preview-messages.ts";
import type { DigestLooks } from "../../../flows/commands/preview-digest.ts";
import type { AlertChannel } from "../../../flows/queries/alerts.ts";
import { Fold } from "../parts/pieces.tsx";
import { Message } from "../parts/message.tsx";
import { Name } from "../parts/name.tsx";
import { useScene } from "../parts/scene.ts";
import { language, t } from "../words/text.ts";
import { T } from "../words/translated.tsx";

/** The preview of a digest in each chat, its own first. */
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
  const dates = dateRange(language(), came.period.from, came.period.to, zone);
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
      about={preview.chat === own ? t(preview.chat) : t("How it will look in {chat}", { chat: t(preview.chat) })}
      when={t("preview")}
      drawn={drawn}
    />
  );
  return (
    <div id="look" class="stack">
      <p class="small soft">
        {came.list === null ? (
          dates
        ) : (
          <T of="{dates}, the message for {list}" dates={dates} list={<Name of={came.list} />} />
        )}
      </p>
      {message(first!)}
      {others.map((look) => (
        <Fold title={t("In {chat}", { chat: t(look.preview.chat) })}>{message(look)}</Fold>
      ))}
      {publicUrl !== null ? null : (
        <p class="small soft">
          {t("Slack shows pictures only if this Tallylight has a public address. The owner can set one.")}
        </p>
      )}
    </div>
  );
}
