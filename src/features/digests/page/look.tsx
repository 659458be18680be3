import type { Child } from "hono/jsx";
import { dateRange } from "../../../core/calendar.ts";
import { channelKinds } from "../../../channels/registry.ts";
import type { Look } from "../../messages/preview-messages.ts";
import type { DigestLooks } from "../preview-digest.ts";
import type { AlertChannel } from "../../alerts/alerts.ts";
import { Fold, Note } from "../../../ui/parts/pieces.tsx";
import { Message } from "../../../ui/parts/message.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { language, plural, t } from "../../../ui/words/text.ts";

/** Chooses the watchlist whose message is shown. The choice is sent with the form, and not stored. */
const ListDisplayed = ({ lists, shown }: { lists: DigestLooks["lists"]; shown: string }) => (
  <div class="field">
    <label for="shown-list">{t("Message for the list")}</label>
    <select class="in" name="shownList" id="shown-list" data-redraws="1">
      {lists.map(({ id, name }) => (
        <option value={id} selected={id === shown}>
          {displayedName(name)}
        </option>
      ))}
    </select>
  </div>
);

/** Says why a page has no preview before somebody asks for it. */
export const TooLarge = ({ targets, times }: { targets: number; times: Child }) => (
  <div id="look">
    <Note>
      <p>
        {plural(
          targets,
          "This digest reads the history of {n} entry, so its preview is only prepared when you ask. Press “Show preview”.",
          "This digest reads the history of {n} entries, so its preview is only prepared when you ask. Press “Show preview”.",
        )}
      </p>
    </Note>
    {times}
  </div>
);

/** The preview of a digest in its chat, or in all chats if programs read the channel. */
export function DigestLook({
  came,
  channel,
  publicUrl,
  times,
}: {
  came: DigestLooks;
  channel: AlertChannel;
  publicUrl: string | null;
  times: Child;
}) {
  const { zone } = useScene();
  const dates = dateRange(language(), came.period.from, came.period.to, zone);
  const own = channelKinds[channel.kind]?.preview?.chat;
  const [first, ...rest] = came.looks;
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
      {came.list === null ? null : <ListDisplayed lists={came.lists} shown={came.list} />}
      <p class="small soft">{dates}</p>
      {message(first!)}
      {rest.map((look) => (
        <Fold title={t("In {chat}", { chat: t(look.preview.chat) })}>{message(look)}</Fold>
      ))}
      {publicUrl !== null ? null : (
        <p class="small soft">
          {t("Slack shows pictures only if this Tallylight has a public address. The owner can set one.")}
        </p>
      )}
      {times}
    </div>
  );
}
