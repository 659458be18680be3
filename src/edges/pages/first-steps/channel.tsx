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
import { keepDeps } from "../keep.ts";
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
const TOLD = { name: "Everyone: stream starts and ends", events: ["live.started", "live.ended"] };

interface Shown {
  typed?: { name: string; mention: string };
  errors?: FieldError[];
  tested?: { id: string; came: Tested };
  /** True where an alert was made along with the channel. */
  alerted?: boolean;
  status?: number;
}

async function channelPage(
  visit: Visit<"firstSteps" | "service" | "shell" | "health">,
  shown: Shown = {},
): Promise<Response> {
  const { typed = { name: "", mention: "" }, errors = [], tested, alerted = false, status = 200 } = shown;
  const progress = await progressOf(visit);
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
  return showStep(visit, { progress, at: "channel", status, body });
}

/** Makes the alert that tells everyone's starts and ends on a channel, with its own entry in the audit log. */
async function alertOn(
  visit: Visit<"keep">,
  { id, name }: { id: string; name: string },
  mention: string,
): Promise<void> {
  const deps = keepDeps({ ...visit, params: {}, write: visit.writing("createSubscription") }, 201);
  const body = { ...TOLD, name: `${name}: ${TOLD.name}`.slice(0, 200).toWellFormed(), channelId: id };
  granted(await create(subscription, { ...body, mention: mention === "" ? null : mention }, deps));
}

async function added(
  visit: Visit<"keep" | "channels" | "firstSteps" | "service" | "shell" | "health">,
): Promise<Response> {
  const { fields, ports } = visit;
  const typed = { name: fields.text("/name").trim(), mention: fields.text("/mention").trim() };
  const pings = typed.mention === "" ? null : mentionForm().safeParse(typed.mention);
  if (pings?.success === false) {
    const message = "must be @here, @everyone or a role copied from Discord";
    return channelPage(visit, { typed, errors: [{ pointer: "/mention", message }], status: 422 });
  }
  const url = fields.text("/settings/url");
  const kind = kindOf(url);
  if (kind === null) return channelPage(visit, { typed, errors: [unknownAddress()], status: 422 });
  const name = typed.name || kind.title;
  const made = await create(channel, { kind: kind.kind, name, settings: { url } }, keepDeps(visit, 201));
  if (!made.ok) {
    if (made.error.kind !== "invalid") return granted(made) as never;
    return channelPage(visit, { typed, errors: made.error.errors, status: 422 });
  }
  const one = made.value.one as unknown as Channel;
  await alertOn(visit, one, typed.mention);
  return channelPage(visit, { tested: { id: one.id, came: await testChannel(one, ports.channels) }, alerted: true });
}

const theChannel = async ({ ports, params }: Visit<"keep">): Promise<Channel> =>
  found(await ports.keep.find(channel, params["id"]!), channel.noun);

async function tested(
  visit: Visit<"channels" | "keep" | "firstSteps" | "service" | "shell" | "health">,
): Promise<Response> {
  const one = await theChannel(visit);
  return channelPage(visit, { tested: { id: one.id, came: await testChannel(one, visit.ports.channels) } });
}

async function alerted(visit: Visit<"keep">): Promise<Response> {
  const one = await theChannel(visit);
  await alertOn(visit, one, "");
  return seeOther(HERE, await flashed({ text: `${shownName(one.name)} now gets alerts` }, visit));
}

const post = formsAt(HERE);

export const channelPages: Page[] = [
  page({
    method: "get",
    path: HERE,
    scope: "read",
    needs: ["firstSteps", "service", "shell", "health"],
    handle: (visit) => channelPage(visit),
  }),
  post("", "createChannel", ["keep", "shell", "firstSteps", "channels", "service", "health"], added),
  post("/{id}/test", "testChannel", ["keep", "shell", "firstSteps", "channels", "service", "health"], tested),
  post("/{id}/alert", "createSubscription", ["keep"], alerted),
];
