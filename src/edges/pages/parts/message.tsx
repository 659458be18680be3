import type { Preview } from "../../../channels/preview/preview.ts";
import type { JsonObject } from "../../../core/json.ts";
import { cut } from "../../../core/text.ts";
import { Icon } from "./icon.tsx";
import type { Drawn } from "./message/body.ts";
import { Parts } from "./message/parts.tsx";
import { calls, plainSaid } from "./message/text.tsx";
import { Name } from "./name.tsx";
import { useScene, type Scene } from "./scene.ts";

interface MessageProps {
  /** How its chat shows it. */
  preview: Preview;
  /** What is sent, as the channel's kind renders it. */
  body: JsonObject;
  /** The channel's name, and a word about it. */
  channel: string;
  about: string;
  /** What stands in the place of the time. */
  when: string;
  drawn?: Drawn[];
}

/** A message as its chat shows it. What it names stays text, links are shown and lead nowhere. */
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
          <i>APP</i>
          <small>{when}</small>
        </p>
        <Parts of={preview.parts(body)} drawn={drawn} />
      </div>
    </div>
  </div>
);

/** A lock screen shows little more. */
const ON_A_PHONE = 90;

/** The push text of a message, as a phone shows it. */
const pushText = (preview: Preview, body: JsonObject, scene: Scene): string =>
  cut(plainSaid(preview.push(body), scene).replaceAll(/\s+/g, " ").trim(), ON_A_PHONE);

/** The first words, as a phone shows them. */
export function OnAPhone({ preview, body }: Pick<MessageProps, "preview" | "body">) {
  const text = pushText(preview, body, useScene());
  return (
    <p class="phone">
      <Icon name="alert" small />
      <span>
        <small>Push notification preview</small>
        <bdi class="nm">{text}</bdi>
      </span>
    </p>
  );
}
