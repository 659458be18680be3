import type { Tested } from "../../channels/shape.ts";
import { testWords } from "../../channels/page/test-words.ts";
import { channelKinds } from "../../../channels/registry.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { type ChannelTestPorts, testChannel } from "../../channels/test-channel.ts";
import { channel } from "../../channels/resource/channel.ts";
import type { Channel } from "../../channels/resource/form.ts";
import { mentionForm } from "../../../resources/ref.ts";
import { subscription } from "../../alerts/resource/subscription.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { kindOf, unknownAddress } from "../../../ui/words/channel-kind.ts";
import { backTo, formsAt, pageAt, type PageContext, storeDeps, storeDepsAs } from "../../../ui/page.ts";
import { Allowed, Button, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Note } from "../../../ui/parts/pieces.tsx";
import type { FirstStepsPorts, StepChannel } from "../first-steps.ts";
import { Intro, Next, showStep } from "./frame.tsx";
import { pathOf, progressOf } from "./steps.ts";
import { Tiles } from "../../channels/page/add.tsx";
import { Where } from "../../channels/page/where.tsx";
import { t } from "../../../ui/words/text.ts";
import type { ServicePorts } from "../../../engine/upstream/definition.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import { filled } from "../../../ui/forms/controls.ts";

const HERE = pathOf("channel");

const DISPLAYED = ["/settings/url", "/name", "/mention"];

/** The alert for a new channel. */
const NOTIFIED = { name: "Everyone: stream starts and ends", events: ["live.started", "live.ended"] };

interface Displayed {
  typed?: { name: string; mention: string };
  errors?: FieldError[];
  tested?: { id: string; came: Tested };
  /** True if an alert was created together with the channel. */
  alerted?: boolean;
  status?: number;
}

async function channelPage(
  context: PageContext<FirstStepsPorts & ServicePorts & HealthPorts>,
  displayed: Displayed = {},
): Promise<Response> {
  const { typed = { name: "", mention: "" }, errors = [], tested, alerted = false, status = 200 } = displayed;
  // An entered address is never sent back.
  const values: Record<string, string> = { "/name": typed.name, "/mention": typed.mention };
  const field = filled({ value: (pointer) => values[pointer] ?? "", errors });
  const progress = await progressOf(context, tested?.came.ok === false ? tested.id : undefined);
  const { channels } = progress;
  const { done } = progress.steps[1]!;
  const body = (
    <>
      <Intro step="channel" title={t("Where should alerts go?")}>
        {t("Paste the webhook address of a Discord or Slack channel. We detect which one it is.")}
      </Intro>
      {channels.length === 0 ? null : (
        <section class="flow">
          {alerted ? (
            <Note tone="good">
              <p>{t("We also created an alert: this channel is notified when anyone starts or ends a stream.")}</p>
            </Note>
          ) : null}
          <ul class="rows tight" aria-label={t("Channels")}>
            {channels.map((one) => (
              <ChannelRow one={one} tested={tested?.id === one.id ? tested.came : undefined} />
            ))}
          </ul>
        </section>
      )}
      {done && errors.length === 0 ? <Next step="channel" done /> : null}
      <Allowed scope="write">
        <section class="flow">
          {channels.length === 0 ? null : <h3>{t("Add another channel")}</h3>}
          <Form action={HERE} class="flow">
            <Wrongs errors={errors} shown={DISPLAYED} />
            <Field
              {...field("/settings/url")}
              label={t("Webhook address")}
              type="password"
              placeholder="https://discord.com/api/webhooks/…"
              hint={t("Stored encrypted and never shown again.")}
            />
            <div class="form2">
              <Field
                {...field("/name")}
                label={t("Name")}
                placeholder="#live-alerts"
                hint={t("Optional. Default: Discord or Slack.")}
              />
              <Field
                {...field("/mention")}
                label={t("Mention when a stream starts")}
                placeholder="@here"
                hint={t("Optional. Tests never ping anyone.")}
              />
            </div>
            <p class="line">
              <Button look={done ? "plain" : "main"} busy={t("Sending…")}>
                {t("Add and send a test")}
              </Button>
            </p>
          </Form>
        </section>
        <section>
          <Where kind="discord" />
          <Where kind="slack" />
        </section>
        <section class="flow">
          <h3>{t("Or choose another service")}</h3>
          <Tiles chosen={null} from={HERE} />
        </section>
      </Allowed>
      {done && errors.length === 0 ? null : <Next step="channel" done={false} />}
    </>
  );
  return showStep(context, { progress, at: "channel", status, body });
}

/** Creates the alert for all starts and ends on a channel, with its own audit entry. */
async function alertOn(
  context: PageContext,
  { id, name }: { id: string; name: string },
  mention: string,
): Promise<void> {
  const deps = storeDepsAs("createSubscription", context, 201);
  const body = { ...NOTIFIED, name: `${name}: ${NOTIFIED.name}`.slice(0, 200).toWellFormed(), channelId: id };
  granted(await create(subscription, { ...body, mention: mention === "" ? null : mention }, deps));
}

async function added(
  context: PageContext<ChannelTestPorts & FirstStepsPorts & ServicePorts & HealthPorts>,
): Promise<Response> {
  const { fields, ports } = context;
  const typed = { name: fields.text("/name").trim(), mention: fields.text("/mention").trim() };
  const pings = typed.mention === "" ? null : mentionForm().safeParse(typed.mention);
  if (pings?.success === false) {
    const message = t("must be @here, @everyone or a role copied from Discord");
    return channelPage(context, { typed, errors: [{ pointer: "/mention", message }], status: 422 });
  }
  const url = fields.text("/settings/url");
  const kind = kindOf(url);
  if (kind === null) return channelPage(context, { typed, errors: [unknownAddress(url)], status: 422 });
  const name = typed.name || kind.title;
  const created = await create(channel, { kind: kind.kind, name, settings: { url } }, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return channelPage(context, { typed, errors, status: 422 });
  const one = granted(created).one as unknown as Channel;
  await alertOn(context, one, typed.mention);
  return channelPage(context, { tested: { id: one.id, came: await testChannel(one, ports.channels) }, alerted: true });
}

async function tested(
  context: PageContext<ChannelTestPorts & FirstStepsPorts & ServicePorts & HealthPorts>,
): Promise<Response> {
  const one = await recordAt(channel, context);
  return channelPage(context, { tested: { id: one.id, came: await testChannel(one, context.ports.channels) } });
}

async function alerted(context: PageContext): Promise<Response> {
  const one = await recordAt(channel, context);
  await alertOn(context, one, "");
  return backTo(HERE, { text: t("{name} now gets alerts", { name: displayedName(one.name) }) }, context);
}

const post = formsAt(HERE);

export const channelPages = [
  pageAt(HERE, channelPage),
  post("", "createChannel", added),
  post("/{id}/test", "testChannel", tested),
  post("/{id}/alert", "createSubscription", alerted),
];

/** The name of a kind of channel. */
const kindWords = (kind: string): string => channelKinds[kind]?.title ?? kind;

/** A channel with its alerts and the result of a test. */
const ChannelRow = ({ one, tested }: { one: StepChannel; tested: Tested | undefined }) => (
  <li class="told-on">
    <div>
      <b class="cut">
        <Name of={one.name} />
      </b>
      <p class="soft small">
        {t(kindWords(one.kind))} ·{" "}
        {!one.enabled ? t("off") : one.alerted ? t("notified when anyone starts or ends a stream") : t("no alerts yet")}
      </p>
      {tested === undefined ? null : (
        <p class={tested.ok ? "ok" : "warn"} role="status">
          {testWords(tested, one.kind)}{" "}
          {tested.ok
            ? t("It took {n} ms.", { n: String(tested.durationMs) })
            : t("Paste a new address, or check that the channel still exists.")}
        </p>
      )}
    </div>
    <Allowed scope="write">
      {one.enabled && !one.alerted ? <Act action={`${HERE}/${one.id}/alert`}>{t("Send alerts here")}</Act> : null}
      <Act action={`${HERE}/${one.id}/test`} busy={t("Sending…")}>
        <T
          of="Send a test<sr> to {name}</sr>"
          name={displayedName(one.name)}
          sr={(text) => <span class="sr">{text}</span>}
        />
      </Act>
    </Allowed>
  </li>
);
