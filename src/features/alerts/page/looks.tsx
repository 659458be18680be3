import { channelKinds } from "../../../channels/registry.ts";
import type { Event } from "../../../core/event.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Result } from "../../../core/result.ts";
import { eventTypes } from "../../../kinds/events.ts";
import type { PageContext } from "../../../ui/page.ts";
import type { Target } from "../../creators/resource/form.ts";
import { type LookDeps, type Previewed, previewLooks } from "../../messages/preview-messages.ts";
import type { FieldError, Refusal } from "../../../core/refusal.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Message, OnAPhone } from "../../../ui/parts/message.tsx";
import { testWords } from "../../channels/page/test-words.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { inSentence, marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { AlertNames } from "../alerts.ts";
import type { SampleDeps } from "../preview.ts";
import type { TrialPorts } from "../backtest.ts";

const isEnd = ({ type }: Event): boolean => eventTypes[type]?.ends !== undefined;

/** Dependencies of a preview, built from what the page has already read, without queries. */
export function trialDeps(
  { ports, now }: PageContext<TrialPorts>,
  names: AlertNames,
  events: Event[],
): SampleDeps & LookDeps {
  const has = (all: { id: string }[], id: string | null) => id === null || all.some((one) => one.id === id);
  return {
    ...ports.trials,
    now: async () => now,
    channel: async (id) => names.channels.find((one) => one.id === id) ?? null,
    dangling: async ({ channelId, watchlistId, targetId }) => [
      ...(has(names.channels, channelId) ? [] : ["channelId"]),
      ...(has(names.lists, watchlistId) ? [] : ["watchlistId"]),
      ...(has(names.targets, targetId) ? [] : ["targetId"]),
    ],
    // A start represents an alert better than an end.
    latest: async () => [...events].sort((a, b) => Number(isEnd(a)) - Number(isEnd(b))),
    target: async (id) => (names.targets.find((one) => one.id === id) ?? null) as Target | null,
  };
}

/** Previews an unsaved alert. */
export const lookOf = (
  context: PageContext<TrialPorts>,
  subscription: JsonObject,
  names: AlertNames,
  events: Event[],
): Promise<Result<Previewed, Refusal>> =>
  previewLooks({ subscription: tried(subscription) }, trialDeps(context, names, events));

/** The body of a draft, which needs no name. */
export const tried = ({ name, ...more }: JsonObject): JsonObject =>
  name === "" ? more : { name: name ?? "Draft", ...more };

/** Errors of a preview, with pointers into its form. */
export const ofDraft = (errors: FieldError[]): FieldError[] =>
  errors.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/subscription/, ""), message }));

/** Where the preview's event comes from. */
const From = ({ of: { event, sample, matches } }: { of: Previewed }) => (
  <p class="small soft">
    {sample ? (
      t("Example data: no matching event happened recently.")
    ) : event.target === null ? (
      <T of="Uses a real event from {when}." when={<Time at={event.occurredAt} />} />
    ) : (
      <T
        of="Uses a real event from {when} about {name}."
        when={<Time at={event.occurredAt} />}
        name={<Name of={event.target.name} />}
      />
    )}
    {matches ? "" : ` ${t("It would not be sent: it doesn't match “Only if”.")}`}
  </p>
);

interface LooksProps {
  /** The preview; null if there is none. */
  found: Previewed | null;
  errors: FieldError[];
}

/** An alert's message in its chat (in all chats if programs read the channel), and on a phone. */
export function Looks({ found, errors }: LooksProps) {
  if (found === null)
    return (
      <div id="look" class="flow">
        <Note>
          <p>
            {errors.length === 0
              ? t("Choose a channel and an event to see a preview.")
              : t("Fix the marked fields to see a preview.")}
          </p>
        </Note>
      </div>
    );
  const { channel, looks } = found;
  const own = channelKinds[channel.kind]?.preview?.chat;
  const first = looks[0]!;
  return (
    <div id="look" class="stack">
      {own === undefined ? (
        <p class="small soft">
          <T
            of="{name} is a {kind}: programs read it as JSON. In a chat it would look like this:"
            name={<Name of={channel.name} />}
            kind={inSentence(t(channelKinds[channel.kind]?.title ?? marked("program")))}
          />
        </p>
      ) : null}
      {looks.map(({ preview, body }) => (
        <Message
          preview={preview}
          body={body}
          channel={channel.name}
          about={preview.chat === own ? t(preview.chat) : t("How it will look in {chat}", { chat: t(preview.chat) })}
          when={t("preview")}
        />
      ))}
      <OnAPhone preview={first.preview} body={first.body} />
      <From of={found} />
    </div>
  );
}

/** The result of a test to a kind of channel. */
export const TestedNote = ({ ok, detail, kind }: { ok: boolean; detail: string; kind: string }) => (
  <div class={`note ${ok ? "good" : "hand"}`} role="alert">
    <Icon name={ok ? "well" : "hand"} />
    <p>{testWords({ ok, detail }, kind)}</p>
  </div>
);
