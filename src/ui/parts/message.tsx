import type { Preview } from "../../channels/preview/preview.ts";
import type { JsonObject } from "../../core/json.ts";
import { cut } from "../../core/text.ts";
import { t } from "../words/text.ts";
import { Icon } from "./icon.tsx";
import type { Drawn } from "./message/body.ts";
import { Parts } from "./message/parts.tsx";
import { calls, plainReported } from "./message/text.tsx";
import { Name } from "./name.tsx";
import { useScene, type Scene } from "./scene.ts";

interface MessageProps {
  /** How the chat renders it. */
  preview: Preview;
  /** The body as rendered by the channel's kind. */
  body: JsonObject;
  /** The channel's name, and a short description. */
  channel: string;
  about: string;
  /** The text in place of the time. */
  when: string;
  drawn?: Drawn[];
}

/** A message as its chat shows it. Names stay plain text, and links do not lead anywhere. */
export const Message = ({ preview, body, channel, about, when, drawn = [] }: MessageProps) => (
  <div class={preview.theme === "dark" ? "disc" : "slk"}>
    <div class="where">
      <span aria-hidden="true">#</span>
      <b class="cut">
        <Name of={channel.replace(/^#/, "")} />
      </b>
      <small>{about}</small>
    </div>
    <div class={preview.marksCalls && calls(preview.push(body)) ? "msg hit" : "msg"}>
      <span class="pic" aria-hidden="true"></span>
      <div class="said">
        <p class="who">
          <b>Tallylight</b>
          <i>{t("APP")}</i>
          <small>{when}</small>
        </p>
        <Parts of={preview.parts(body)} drawn={drawn} />
      </div>
    </div>
  </div>
);

/** About as much as a lock screen shows, characters. */
const ON_A_PHONE = 90;

/** Returns the text of a push notification, cut as on a phone. */
const pushText = (preview: Preview, body: JsonObject, scene: Scene): string =>
  cut(plainReported(preview.push(body), scene).replaceAll(/\s+/g, " ").trim(), ON_A_PHONE);

/** The push notification of a message. */
export function OnAPhone({ preview, body }: Pick<MessageProps, "preview" | "body">) {
  const text = pushText(preview, body, useScene());
  return (
    <p class="phone">
      <Icon name="alert" small />
      <span>
        <small>{t("Push notification preview")}</small>
        <bdi class="nm">{text}</bdi>
      </span>
    </p>
  );
}
