import type { Child } from "hono/jsx";
import { channelKinds } from "../../../channels/registry.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { Event } from "../../../core/event.ts";
import type { DeliveryRecord } from "../delivery-view.ts";
import type { Around } from "../messages.ts";
import { messageOf } from "../../../engine/deliver/message.ts";
import { looksOf } from "../preview-messages.ts";
import type { PageContext } from "../../../ui/page.ts";
import { spelledOut } from "../../../ui/parts/name.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Message } from "../../../ui/parts/message.tsx";
import { t } from "../../../ui/words/text.ts";
import type { TrialPorts } from "../../alerts/backtest.ts";

/** Returns the JSON body that was sent, or null unless it was stored whole. */
function sentBody({ exchange }: DeliveryRecord): JsonObject | null {
  try {
    const body = JSON.parse(exchange?.request.body ?? "") as Json;
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** Renders the message again in the language of its channel, if its events are still stored. */
function createdAnew(
  { items, edits }: DeliveryRecord,
  events: Map<string, Event>,
  channel: NonNullable<Around["channel"]>,
  context: PageContext<TrialPorts>,
) {
  try {
    const { trials } = context.ports;
    const message = messageOf(items, events, edits !== null, channel.language ?? trials.language);
    return message.items.length === 0 ? null : looksOf(message, channel, trials)[0]!.body;
  } catch {
    return null;
  }
}

interface ReportedProps {
  of: DeliveryRecord;
  channel: Around["channel"];
  events: Map<string, Event>;
  visit: PageContext<TrialPorts>;
}

/** A message as its chat shows it; null for a program's, which has no look, and for one that is no longer stored. */
export function sentMessage({ of, channel, events, visit: context }: ReportedProps): Child | null {
  if (channel === null) return null;
  const preview = channelKinds[channel.kind]?.preview;
  if (preview === undefined) return null;
  const sent = sentBody(of);
  const body = sent ?? createdAnew(of, events, channel, context);
  if (body === null) return null;
  return (
    <section class="card pad flow" aria-labelledby="said">
      <h2 id="said">{of.status === "sent" ? t("Message") : t("Message preview")}</h2>
      <Message
        preview={preview}
        body={body}
        channel={channel.name}
        about={t(preview.chat)}
        when={of.edits === null ? "" : t("(edited)")}
      />
    </section>
  );
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** The raw request and response, without secrets. */
export const Raw = ({ of: { id, items, exchange, channelId } }: { of: DeliveryRecord }) => (
  <Fold title={t("For developers")} class="card pad add">
    <pre class="raw" tabindex={0}>
      {spelledOut(
        [
          `${id}\n${t("channel {id}", { id: channelId })}\n${items.map(({ event }) => event).join("\n")}`,
          exchange == null ? t("Nothing sent yet.") : pretty(exchange.request.body),
          exchange?.response == null
            ? t("No answer.")
            : `${exchange.response.status}\n${Object.entries(exchange.response.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join("\n")}\n\n${pretty(exchange.response.body)}`,
        ].join("\n\n"),
      )}
    </pre>
  </Fold>
);
