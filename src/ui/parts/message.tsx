import { wordsOf, type Mark } from "../../channels/preview/marks.ts";
import type { Part, Preview } from "../../channels/preview/preview.ts";
import { toneColors } from "../../channels/tone-colors.ts";
import { clockLabel, momentLabel } from "../../core/calendar.ts";
import { DAY_MS } from "../../core/duration.ts";
import { iso } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { cut } from "../../core/text.ts";
import { language, t } from "../words/text.ts";
import { lasting } from "../words/time.ts";
import { Icon } from "./icon.tsx";
import { Name } from "./name.tsx";
import { useScene, type Scene } from "./scene.ts";

const TONES = new Map(Object.entries(toneColors).map(([tone, color]) => [color, tone]));

/** Returns the CSS class of a message's colour, which is 0xRRGGBB or "#rrggbb". */
function toneClass(color: Json | undefined): string {
  const value = typeof color === "string" ? Number.parseInt(color.replace("#", ""), 16) : Number(color);
  return `tone-${TONES.get(value) ?? "news"}`;
}

/** A section's picture, to be shown for the address in a message. */
interface Drawn {
  section: string;
  alt: string;
  /** A `data:` URL; pages load nothing else. */
  src: string;
}

/** Returns the picture that an address in a message refers to. */
const drawnAt = (address: string, drawn: Drawn[]): Drawn | undefined => {
  const section = /(?:^attachment:\/\/|-)([a-z]+)\.png(?:\?|$)/.exec(address)?.[1];
  return drawn.find((one) => one.section === section);
};

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

const WORDS = { big: "big-words", small: "foot" } as const;

/** The parts of a message. */
const Parts = ({ of, drawn }: { of: Part[]; drawn: Drawn[] }) => (
  <>
    {of.map((part) => (
      <OnePart of={part} drawn={drawn} />
    ))}
  </>
);

/** A picture of a message, or a placeholder for one on another host, which is never loaded. */
const Picture = ({ of, small }: { of: Drawn | undefined; small?: true }) =>
  of === undefined ? (
    <span class={small === true ? "pix s" : "pix"} role="img" aria-label={t("A picture")}>
      {small === true ? "" : t("a picture")}
    </span>
  ) : (
    <img class="shot" src={of.src} alt={of.alt} />
  );

/** Formats a time as a chat would on the reader's clock. */
function chatTime({ at, relative }: { at: number; relative: boolean }, { zone, now }: Scene): string {
  if (relative)
    return at <= now
      ? t("{duration} ago", { duration: lasting(now - at) })
      : t("in {duration}", { duration: lasting(at - now) });
  return Math.abs(now - at) < DAY_MS ? clockLabel(language(), at, zone) : momentLabel(language(), at, zone);
}

/** Renders formatted text as a chat would; links and mentions are inert. */
function MarkedText({ marks }: { marks: Mark[] }) {
  const scene = useScene();
  return (
    <>
      {marks.map((mark) => {
        if (typeof mark === "string") return <bdi>{mark}</bdi>;
        if ("at" in mark)
          return (
            <time class="st" datetime={iso(mark.at)}>
              {chatTime(mark, scene)}
            </time>
          );
        if (mark.as === "strong")
          return (
            <b>
              <MarkedText marks={mark.inside} />
            </b>
          );
        if (mark.as === "fixed") return <code class="fix-width">{plainReported(mark.inside, scene)}</code>;
        return (
          <span class={mark.as === "quiet" ? "hush" : mark.as === "link" ? "lead" : "ping"}>
            <MarkedText marks={mark.inside} />
          </span>
        );
      })}
    </>
  );
}

/** Returns the plain words of a formatted text. */
const plainReported = (marks: Mark[], scene: Scene): string => wordsOf(marks, (mark) => chatTime(mark, scene));

/** True if the text mentions somebody. */
const calls = (marks: Mark[]): boolean =>
  marks.some((mark) => typeof mark === "object" && "as" in mark && (mark.as === "ping" || calls(mark.inside)));

function OnePart({ of, drawn }: { of: Part; drawn: Drawn[] }) {
  switch (of.is) {
    case "words":
      return (
        <p class={of.size === undefined ? "words" : WORDS[of.size]}>
          <MarkedText marks={of.marks} />
        </p>
      );
    case "title":
      return (
        <b class={of.link ? "top lead" : "top"}>
          <MarkedText marks={of.marks} />
        </b>
      );
    case "facts":
      return (
        <div class="facts">
          {of.facts.map((fact) => (
            <Fact of={fact} />
          ))}
        </div>
      );
    case "picture":
      return <Picture of={drawnAt(of.address, drawn)} {...(of.small === true ? { small: true } : {})} />;
    case "button":
      return (
        <span class="dbtn">
          <bdi class="cut">{of.label}</bdi>
          <span aria-hidden="true">↗</span>
        </span>
      );
    case "line":
      return <span class="rule" aria-hidden="true"></span>;
    case "block":
      return (
        <div class={of.size === "small" ? "foot" : "block"}>
          <Parts of={of.parts} drawn={drawn} />
        </div>
      );
    case "card":
      return (
        <div class={`emb ${toneClass(of.color)}`}>
          <Parts of={of.parts} drawn={drawn} />
        </div>
      );
  }
}

const Fact = ({ of: { name, value } }: { of: (Part & { is: "facts" })["facts"][number] }) =>
  name === undefined ? (
    <span class="words">
      <MarkedText marks={value} />
    </span>
  ) : (
    <div>
      <span class="strong">
        <MarkedText marks={name} />
      </span>
      <span class="words">
        <MarkedText marks={value} />
      </span>
    </div>
  );

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
