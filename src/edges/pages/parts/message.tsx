import type { JsonObject } from "../../../core/json.ts";
import { cut } from "../../../core/text.ts";
import { Icon } from "./icon.tsx";
import { textIn, type Drawn } from "./message/body.ts";
import { discordMarks, slackMarks } from "./message/dialects.ts";
import { callsOnDiscord, DiscordSaid } from "./message/discord.tsx";
import { SlackSaid } from "./message/slack.tsx";
import { plainSaid } from "./message/text.tsx";
import { Name } from "./name.tsx";
import { useScene, type Scene } from "./scene.ts";

/** How a chat writes. */
export type Dialect = "discord" | "slack";

/** The dialect of a kind of channel; null for one that is no chat. */
export const dialectOf = (kind: string): Dialect | null =>
  kind.startsWith("discord") ? "discord" : kind.startsWith("slack") ? "slack" : null;

interface MessageProps {
  dialect: Dialect;
  /** What is sent, as the channel's kind renders it. */
  body: JsonObject;
  /** The channel's name, and a word about it. */
  channel: string;
  about: string;
  /** What stands in the place of the time. */
  when: string;
  drawn?: Drawn[];
}

/** A message as its chat shows it: dark Discord, light Slack. What it names stays text, links are shown and lead nowhere. */
export const Message = ({ dialect, body, channel, about, when, drawn = [] }: MessageProps) => (
  <div class={dialect === "discord" ? "disc" : "slk"}>
    <div class="where">
      <span aria-hidden="true">#</span>
      <b class="cut">
        <Name of={channel.replace(/^#/, "")} />
      </b>
      <small>{about}</small>
    </div>
    <div class={dialect === "discord" && callsOnDiscord(body) ? "msg hit" : "msg"}>
      <span class="pic" aria-hidden="true"></span>
      <div class="said">
        <p class="who">
          <b>Tallylight</b>
          <i>APP</i>
          <small>{when}</small>
        </p>
        {dialect === "discord" ? <DiscordSaid body={body} drawn={drawn} /> : <SlackSaid body={body} drawn={drawn} />}
      </div>
    </div>
  </div>
);

/** A lock screen shows little more. */
const ON_A_PHONE = 90;

/** The push text of a message, as a phone shows it. */
const pushText = (dialect: Dialect, body: JsonObject, scene: Scene): string => {
  const text = dialect === "discord" ? discordMarks(textIn(body, "content")) : slackMarks(textIn(body, "text"));
  return cut(plainSaid(text, scene).replaceAll(/\s+/g, " ").trim(), ON_A_PHONE);
};

/** The first words, as a phone shows them. */
export function OnAPhone({ dialect, body }: Pick<MessageProps, "dialect" | "body">) {
  const text = pushText(dialect, body, useScene());
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
