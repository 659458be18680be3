import page from "../docs/api.html";
import document from "../docs/openapi.json";
import { compose, configured, type Env, type Invocation, type Seam } from "./compose.ts";
import { base32, type IdPrefix } from "./core/ids.ts";
import { createApp } from "./edges/http/app.ts";
import { identifier } from "./edges/http/auth.ts";
import { misconfigured } from "./edges/http/misconfigured.ts";
import type { Ports } from "./edges/http/ports.ts";
import { WriteLimit } from "./edges/http/write-limit.ts";
import { auditFailed } from "./edges/log/log.ts";
import { auditStore } from "./edges/store/audit-store.ts";
import { configStore } from "./edges/store/config-store.ts";
import { channelStore } from "./edges/store/channel-store.ts";
import { deliveryStore } from "./edges/store/delivery-store.ts";
import { digestStore } from "./edges/store/digest-store.ts";
import { editionStore } from "./edges/store/edition-store.ts";
import { eventStore } from "./edges/store/event-store.ts";
import { requestStore } from "./edges/store/request-store.ts";
import { sampleStore } from "./edges/store/sample-store.ts";
import { readPulse } from "./edges/store/self-store.ts";
import { readMetrics, readStatus, spend } from "./edges/store/status-store.ts";
import { silenceStore } from "./edges/store/silence-store.ts";
import { subscriptionStore } from "./edges/store/subscription-store.ts";
import { targetImporter } from "./edges/store/target-importer.ts";
import { targetStore } from "./edges/store/target-store.ts";
import { targetWriter } from "./edges/store/target-writer.ts";
import { tokenStore } from "./edges/store/token-store.ts";
import { watchlistStore } from "./edges/store/watchlist-store.ts";
import { listOperations } from "./edges/upstream/listing.ts";
import type { ChannelDeps } from "./flows/manage/channels.ts";
import { announce } from "./flows/deliver/announce.ts";
import { poll } from "./flows/poll/poll.ts";
import { onNudge } from "./flows/sweep.ts";

/** Answers requests of the API, also while the configuration is wrong. */
export function api(seam?: Seam): (request: Request, env: Env) => Response | Promise<Response> {
  const app = createApp((env: Env) => apiPorts(compose(env, seam)));
  return (request, env) => {
    const made = configured(env);
    return "errors" in made ? misconfigured(made.errors)(request) : app.fetch(request, env);
  };
}

const limits = new Map<number, WriteLimit>();

/** What tokens sent lately, over all requests of this isolate. */
function limitOf(aMinute: number): WriteLimit {
  const known = limits.get(aMinute) ?? new WriteLimit(aMinute);
  limits.set(aMinute, known);
  return known;
}

const randomBytes = (count = 32): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

const newId = (prefix: IdPrefix): string => `${prefix}_${base32(randomBytes(26))}`;

/** Wires the stores and the engine into what the API needs, for one request. */
function apiPorts({ config, addresses, db, vault, sweep, prober, count }: Invocation): Ports {
  let pulse: ReturnType<typeof readPulse> | undefined;
  const readOnce = () => (pulse ??= readPulse(db));
  const known = async () => {
    const read = await readOnce();
    return typeof read === "string" ? null : read;
  };
  const now = async () => Math.max(Date.now(), (await known())?.lastTickAt ?? 0);
  const making = { newId, now };
  const wallNow = () => Date.now();
  const perMinute = config.UPSTREAM_POLLS_PER_MINUTE;
  const budget = {
    gate: async () => (await known())?.gate ?? null,
    spend: (calls: number) => spend(db, calls, perMinute),
    now,
  };
  const channels = channelStore(db, vault);
  const subscriptions = subscriptionStore(db);
  const targets = targetStore(db);
  const events = eventStore(db);
  const deliveries = deliveryStore(db);
  const tokens = tokenStore(db);
  const told: ChannelDeps["announce"] = async (news, at) => {
    try {
      sweep.tell({ events: await announce(news, null, at, sweep.poll) });
      await sweep.nudge({ at, complete: at }, 0);
    } catch (thrown) {
      console.error(`channels: could not tell that ${JSON.stringify(news.map(({ data }) => data))}: ${String(thrown)}`);
    }
  };
  const nudge = async (at: number) => void (await sweep.nudge({ at, complete: null }, 0));
  return {
    identify: identifier(config.ADMIN_TOKEN, { ...tokens, wallNow }),
    once: {
      ...requestStore(db, vault),
      wallNow,
      sleep: sweep.deliver.sleep,
      failed: (thrown) => console.error(`once: an answer could not be kept: ${String(thrown)}`),
    },
    audit: { ...auditStore(db), wallNow, failed: (thrown, entry) => auditFailed(thrown, entry, count) },
    writes: { take: (tokenId, at) => limitOf(config.WRITES_PER_MINUTE).take(tokenId, at), wallNow },
    tokens: { ...tokens, newId, randomBytes, wallNow },
    docs: { document, page },
    health: { pulse: readOnce, perMinute, wallNow },
    status: { read: (mostLive) => readStatus(db, mostLive), perMinute, wallNow },
    metrics: { read: () => readMetrics(db), perMinute, wallNow },
    watchlists: { ...watchlistStore(db), ...making },
    targets: {
      ...targets,
      ...targetWriter(db),
      ...targetImporter(db),
      ...sampleStore(db),
      ...making,
      minIntervalSeconds: config.MIN_INTERVAL_SECONDS,
    },
    upstream: {
      ...budget,
      ...prober,
      operations: () => listOperations(config.operations),
      async announce(news, gate, at) {
        sweep.tell({ events: await announce(news, gate, at, sweep.poll) });
        await sweep.nudge({ at, complete: at }, 0);
      },
    },
    polling: {
      ...budget,
      async poll(batch) {
        const polled = await poll(batch, sweep.poll);
        sweep.tell({ polled });
        return polled;
      },
      deliver: (at) => onNudge({ at, complete: at }, sweep),
    },
    channels: {
      ...channels,
      ...making,
      addresses,
      announce: told,
      randomBytes,
      send: (request) => sweep.deliver.send(request),
      wallNow,
      bases: sweep.deliver.bases,
    },
    subscriptions: { ...subscriptions, ...making },
    trials: {
      subscription: (id) => subscriptions.find(id),
      dangling: (subscription) => subscriptions.dangling(subscription),
      channel: (id) => channels.find(id),
      settingsOf: (id) => channels.settingsOf(id),
      target: (id) => targets.find(id),
      event: (id) => events.find(id),
      latest: (filter, most) => events.latest(filter, most),
      ...making,
      wallNow,
      bases: sweep.deliver.bases,
    },
    silences: { ...silenceStore(db), ...making },
    digests: {
      ...digestStore(db),
      ...sweep.issue,
      ...sweep.write,
      ...sweep.deliver.pictures,
      ...making,
      channel: (id) => channels.find(id),
      settingsOf: (id) => channels.settingsOf(id),
      delivery: (id) => deliveries.find(id),
      nudge,
      bases: sweep.deliver.bases,
    },
    config: {
      ...configStore(db, vault),
      ...making,
      addresses,
      minIntervalSeconds: config.MIN_INTERVAL_SECONDS,
      announce: told,
      randomBytes,
    },
    pictures: { ...editionStore(db), wallNow, draw: sweep.deliver.pictures.draw },
    events,
    deliveries: { ...deliveries, ...making, nudge },
  };
}
