import { channelKinds } from "../../../channels/registry.ts";
import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import type { Event } from "../../../core/event.ts";
import type { DeliveryRecord } from "../../../flows/browse/delivery-view.ts";
import type { NamedChannel } from "../../../flows/browse/messages.ts";
import { messageOf } from "../../../flows/deliver/message.ts";
import { looksOf } from "../../../flows/manage/looks.ts";
import type { PageContext } from "../page.ts";
import { spelledOut } from "../parts/spelled-out.ts";
import { Fold } from "../parts/pieces.tsx";
import { Message } from "../parts/message.tsx";

/** What was sent, where all of it was kept. */
function sentBody({ exchange }: DeliveryRecord): JsonObject | null {
  try {
    const body = JSON.parse(exchange?.request.body ?? "") as Json;
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** What it would say now, where its events are kept. */
function madeAnew(
  { items, edits }: DeliveryRecord,
  events: Map<string, Event>,
  kind: string,
  context: PageContext<"trials">,
) {
  try {
    const message = messageOf(items, events, edits !== null, "en");
    return message.items.length === 0 ? null : looksOf(message, kind, context.ports.trials)[0]!.body;
  } catch {
    return null;
  }
}

interface SaidProps {
  of: DeliveryRecord;
  channel: NamedChannel | null;
  events: Map<string, Event>;
  visit: PageContext<"trials">;
}

/** What a message said, as its chat shows it; for a program's channel there is only what was sent. */
export function Said({ of, channel, events, visit: context }: SaidProps) {
  const preview = channelKinds[channel?.kind ?? ""]?.preview;
  if (channel === null || preview === undefined) return <></>;
  const sent = sentBody(of);
  const body = sent ?? madeAnew(of, events, channel.kind, context);
  if (body === null) return <></>;
  return (
    <section class="flow" aria-labelledby="said">
      <h2 id="said">{of.status === "sent" ? "Message" : "Message preview"}</h2>
      <Message
        preview={preview}
        body={body}
        channel={channel.name}
        about={preview.chat}
        when={of.edits === null ? "" : "(edited)"}
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

/** What went over the wire, without secrets. */
export const Raw = ({ of: { id, items, exchange, channelId } }: { of: DeliveryRecord }) => (
  <Fold title="Details for developers">
    <pre class="raw" tabindex={0}>
      {spelledOut(
        [
          `${id}\nchannel ${channelId}\n${items.map(({ event }) => event).join("\n")}`,
          exchange == null ? "Nothing sent yet." : pretty(exchange.request.body),
          exchange?.response == null
            ? "No answer."
            : `${exchange.response.status}\n${Object.entries(exchange.response.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join("\n")}\n\n${pretty(exchange.response.body)}`,
        ].join("\n\n"),
      )}
    </pre>
  </Fold>
);
