import type { FieldError } from "../../../core/refusal.ts";
import { create } from "../../../flows/manage/keep.ts";
import { testChannel, type Tested } from "../../../flows/manage/test-channel.ts";
import { channel } from "../../../resources/channels/channel.ts";
import type { Channel } from "../../../resources/channels/form.ts";
import { mentionForm } from "../../../resources/subscriptions/mention.ts";
import { subscription } from "../../../resources/subscriptions/subscription.ts";
import { found, granted } from "../../http/problem.ts";
import { kindOf, unknownAddress } from "../words/channel-kind.ts";
import { flashed } from "../flash.ts";
import { plainControl } from "../forms/controls.ts";
import { storeDeps } from "../keep.ts";
import { formsAt, page, seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, Button, Field, Form, Wrongs } from "../parts/form.tsx";
import { shownName } from "../words/name.ts";
import { Note } from "../parts/pieces.tsx";
import { ChannelRow } from "./channel-row.tsx";
import { Intro, Next, showStep } from "./frame.tsx";
import { pathOf, progressOf } from "./steps.ts";
import { Where } from "./where.tsx";

const HERE = pathOf("channel");

const TEXT = plainControl();

const SHOWN = ["/settings/url", "/name", "/mention"];

/** What an alert for a new channel tells. */
const NOTIFIED = { name: "Everyone: stream starts and ends", events: ["live.started", "live.ended"] };

interface Shown {
  typed?: { name: string; mention: string };
  errors?: FieldError[];
  tested?: { id: string; came: Tested };
  /** True where an alert was made along with the channel. */
  alerted?: boolean;
  status?: number;
}

async function channelPage(
  context: Visit<"firstSteps" | "service" | "shell" | "health">,
  shown: Shown = {},
): Promise<Response> {
  const { typed = { name: "", mention: "" }, errors = [], tested, alerted = false, status = 200 } = shown;
  const progress = await progressOf(context);
  const { channels } = progress;
  const { done } = progress.steps[1]!;
  const body = (
    <>
      <Intro step="channel" title="Where should alerts go?">
        Paste the webhook address of a Discord or Slack channel. We detect which one it is.
      </Intro>
      {channels.length === 0 ? null : (
        <section class="flow">
          {alerted ? (
            <Note tone="good">
              <p>We also created an alert: this channel is notified when anyone starts or ends a stream.</p>
            </Note>
          ) : null}
          <ul class="rows tight" aria-label="Channels">
            {channels.map((one) => (
              <ChannelRow one={one} tested={tested?.id === one.id ? tested.came : undefined} />
            ))}
          </ul>
        </section>
      )}
      {done && errors.length === 0 ? <Next step="channel" done /> : null}
      <Allowed scope="write">
        <section class="flow">
          {channels.length === 0 ? null : <h3>Add another channel</h3>}
          <Form action={HERE} class="flow">
            <Wrongs errors={errors} shown={SHOWN} />
            <Field
              pointer="/settings/url"
              label="Webhook address"
              control={TEXT}
              errors={errors}
              type="password"
              placeholder="https://discord.com/api/webhooks/…"
              hint="Stored encrypted and never shown again."
            />
            <div class="form2">
              <Field
                pointer="/name"
                label="Name"
                control={TEXT}
                value={typed.name}
                errors={errors}
                placeholder="#live-alerts"
                hint="Optional. Default: Discord or Slack."
              />
              <Field
                pointer="/mention"
                label="Mention when a stream starts"
                control={TEXT}
                value={typed.mention}
                errors={errors}
                placeholder="@here"
                hint="Optional. Tests never ping anyone."
              />
            </div>
            <p class="line">
              <Button look={done ? "plain" : "main"} busy="Sending…">
                Add and send a test
              </Button>
            </p>
          </Form>
        </section>
        <section>
          <Where />
        </section>
      </Allowed>
      {done && errors.length === 0 ? null : <Next step="channel" done={false} />}
    </>
  );
  return showStep(context, { progress, at: "channel", status, body });
}

/** Makes the alert that tells everyone's starts and ends on a channel, with its own entry in the audit log. */
async function alertOn(
  context: Visit<"keep">,
  { id, name }: { id: string; name: string },
  mention: string,
): Promise<void> {
  const deps = storeDeps({ ...context, params: {}, write: context.writing("createSubscription") }, 201);
  const body = { ...NOTIFIED, name: `${name}: ${NOTIFIED.name}`.slice(0, 200).toWellFormed(), channelId: id };
  granted(await create(subscription, { ...body, mention: mention === "" ? null : mention }, deps));
}

async function added(
  context: Visit<"keep" | "channels" | "firstSteps" | "service" | "shell" | "health">,
): Promise<Response> {
  const { fields, ports } = context;
  const typed = { name: fields.text("/name").trim(), mention: fields.text("/mention").trim() };
  const pings = typed.mention === "" ? null : mentionForm().safeParse(typed.mention);
  if (pings?.success === false) {
    const message = "must be @here, @everyone or a role copied from Discord";
    return channelPage(context, { typed, errors: [{ pointer: "/mention", message }], status: 422 });
  }
  const url = fields.text("/settings/url");
  const kind = kindOf(url);
  if (kind === null) return channelPage(context, { typed, errors: [unknownAddress()], status: 422 });
  const name = typed.name || kind.title;
  const created = await create(channel, { kind: kind.kind, name, settings: { url } }, storeDeps(context, 201));
  if (!created.ok) {
    if (created.error.kind !== "invalid") return granted(created) as never;
    return channelPage(context, { typed, errors: created.error.errors, status: 422 });
  }
  const one = created.value.one as unknown as Channel;
  await alertOn(context, one, typed.mention);
  return channelPage(context, { tested: { id: one.id, came: await testChannel(one, ports.channels) }, alerted: true });
}

const theChannel = async ({ ports, params }: Visit<"keep">): Promise<Channel> =>
  found(await ports.keep.find(channel, params["id"]!), channel.noun);

async function tested(
  context: Visit<"channels" | "keep" | "firstSteps" | "service" | "shell" | "health">,
): Promise<Response> {
  const one = await theChannel(context);
  return channelPage(context, { tested: { id: one.id, came: await testChannel(one, context.ports.channels) } });
}

async function alerted(context: Visit<"keep">): Promise<Response> {
  const one = await theChannel(context);
  await alertOn(context, one, "");
  return seeOther(HERE, await flashed({ text: `${shownName(one.name)} now gets alerts` }, context));
}

const post = formsAt(HERE);

export const channelPages: Page[] = [
  page({
    method: "get",
    path: HERE,
    scope: "read",
    needs: ["firstSteps", "service", "shell", "health"],
    handle: (context) => channelPage(context),
  }),
  post("", "createChannel", ["keep", "shell", "firstSteps", "channels", "service", "health"], added),
  post("/{id}/test", "testChannel", ["keep", "shell", "firstSteps", "channels", "service", "health"], tested),
  post("/{id}/alert", "createSubscription", ["keep"], alerted),
];
