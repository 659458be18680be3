import { announcing, keyPorts, newId, randomBytes, servicePorts } from "./compose-service.ts";
import { compose, whole, type Invocation, type Seam } from "./compose.ts";
import { configured, countedRows, deployed, type Env } from "./compose-environment.ts";
import { pagePorts } from "./compose-pages.ts";
import { horizonOf } from "./core/knowledge.ts";
import { adminHolder } from "./core/sign-in.ts";
import { createApp } from "./edges/http/app.ts";
import { addPages } from "./edges/pages/app.ts";
import { identifier } from "./edges/http/auth.ts";
import { isFromFront } from "./edges/http/from-front.ts";
import { misconfigured } from "./edges/http/misconfigured.ts";
import type { Ports } from "./edges/http/ports.ts";
import { writeLimitOf } from "./edges/http/write-limit.ts";
import { auditFailed, logged } from "./edges/log/log.ts";
import { airtimeStore } from "./edges/store/airtime-store.ts";
import { auditStore } from "./edges/store/audit-store.ts";
import { deliveryStore } from "./edges/store/delivery-store.ts";
import { editionStore } from "./edges/store/edition-store.ts";
import { eventStore } from "./edges/store/event-store.ts";
import { openStored, openSettings } from "./edges/store/channel-settings.ts";
import { readRegulars } from "./edges/store/habit-store.ts";
import { feedKeyBySecret } from "./edges/store/feed-key-store.ts";
import { knownTokens } from "./edges/store/known-tokens.ts";
import { requestStore } from "./edges/store/request-store.ts";
import { signInStore } from "./edges/store/sign-in-store.ts";
import { serviceStore } from "./edges/store/service-store.ts";
import { resourceIndex } from "./edges/store/resource-index.ts";
import { resourceStore } from "./edges/store/resource-store.ts";
import { sampleStore } from "./edges/store/sample-store.ts";
import { readHealthSnapshot } from "./edges/store/self-store.ts";
import { onAirByName } from "./edges/store/on-air-store.ts";
import { readMetrics, readStatus, spend } from "./edges/store/status-store.ts";
import { write } from "./edges/store/write.ts";
import { sha256Hex } from "./edges/sha256.ts";
import type { StoreDeps } from "./flows/manage/keep.ts";
import { askedOnce } from "./flows/manage/own-call.ts";
import { poll } from "./flows/poll/poll.ts";
import { onWakeUp } from "./flows/sweep.ts";
import { channel } from "./resources/channels/channel.ts";
import { subscription } from "./resources/subscriptions/subscription.ts";
import { target } from "./resources/targets/target.ts";

/** Answers requests of the API and for pages, also while the configuration is wrong. */
export function api(seam: Seam = whole): (request: Request, env: Env) => Response | Promise<Response> {
  const app = createApp((env: Env) => {
    const invocation = compose(env, seam);
    return pagePorts(invocation, apiPorts(invocation, env, seam));
  }, addPages);
  return async (request, env) => {
    if (!isFromFront(request, env.FRONT_SECRET)) return new Response(null, { status: 404 });
    const created = configured(env);
    if ("errors" in created) return misconfigured(created.errors)(request);
    const response = await app.fetch(request, env);
    await countedRows(created, env);
    return response;
  };
}

/** Wires the stores and the engine into what the API needs, for one request. */
function apiPorts(invocation: Invocation, env: Env, seam: Seam): Ports {
  const { config, given, service, addresses, db, reads, vault, sweep, counters, statementsLeft } = invocation;
  let healthSnapshot: ReturnType<typeof readHealthSnapshot> | undefined;
  const readOnce = () => (healthSnapshot ??= readHealthSnapshot(db, given));
  const known = () => readOnce().then((read) => (typeof read === "string" ? null : read));
  const now = async () => Math.max(Date.now(), (await known())?.lastTickAt ?? 0);
  const [creation, wallNow] = [{ newId, now }, () => Date.now()];
  const [perMinute, keys] = [config.UPSTREAM_POLLS_PER_MINUTE, keyPorts(invocation)];
  const budget = {
    gate: async () => (await known())?.gate ?? null,
    spend: (calls: number) => spend(db, calls, perMinute),
    now,
  };
  const upstream = {
    ...budget,
    breakers: () => serviceStore(db).breakers(),
    announce: announcing(sweep),
  };
  const ofService = servicePorts(invocation);
  const store = { ...resourceStore(reads), ...resourceIndex(reads) };
  const [events, deliveries] = [eventStore(db), deliveryStore(db)];
  const announceOrLog: StoreDeps["announce"] = async (news, at) => {
    try {
      await upstream.announce(news, {}, at);
    } catch (thrown) {
      logged(`channels: could not tell that ${JSON.stringify(news.map(({ data }) => data))}`)(thrown);
    }
  };
  const channelOf = (id: string) => store.find(channel, id);
  const settingsOf = async (id: string) => {
    const one = await channelOf(id);
    return one === null ? null : openSettings(db, vault, one);
  };
  const wakeUp = async (at: number) => void (await sweep.nudge({ at, complete: null }, 0));
  return {
    identify: identifier(config.ADMIN_TOKEN, { ...knownTokens(db), wallNow }),
    publicUrl: config.PUBLIC_URL ?? null,
    idempotency: {
      ...requestStore(db, vault),
      wallNow,
      sleep: sweep.deliver.sleep,
      failed: logged("idempotency: an answer could not be kept"),
    },
    audit: { ...auditStore(db), wallNow, failed: (thrown, entry) => auditFailed(thrown, entry, counters.add) },
    signIns: signInStore(db, adminHolder(config.ADMIN_TOKEN)),
    writes: { take: (tokenId, at) => writeLimitOf(config.WRITES_PER_MINUTE).take(tokenId, at), wallNow },
    keep: {
      ...store,
      ...creation,
      wallNow,
      limits: { minIntervalSeconds: config.MIN_INTERVAL_SECONDS, addresses },
      randomBytes,
      seal: (value, place) => vault.seal(value, place),
      open: (sealed, place) => openStored(db, vault, sealed, place),
      hash: sha256Hex,
      upstream: {
        operation: async (name) => (await service()).operations.get(name) ?? null,
        ask: askedOnce(upstream, sweep.poll.read),
      },
      announce: announceOrLog,
      pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
      writeAs: seam("write", (steps, act) => write(db, vault, steps, act)),
    },
    within: (lists) => ({ keep: resourceStore(reads, lists), reports: airtimeStore(reads, lists) }),
    files: { read: (name) => deployed(env, name) },
    async horizon() {
      const healthSnapshot = await known();
      if (healthSnapshot === null) throw new Error("the database does not say how polling is doing");
      return horizonOf(healthSnapshot, wallNow());
    },
    health: { pulse: readOnce, perMinute, wallNow, isUsedUp: invocation.isUsedUp },
    status: {
      read: (maxLive, watchlistId) => readStatus(db, given, maxLive, watchlistId, wallNow()),
      perMinute,
      keyIds: keys.ids,
      wallNow,
    },
    keys,
    plan: { pulse: () => sweep.self.pulse(), perMinute, retentionDays: config.RETENTION_DAYS },
    metrics: { read: () => readMetrics(db), perMinute, wallNow },
    mostCsvRows: config.limits.csvRows,
    statementsLeft,
    ...sampleStore(db),
    reports: airtimeStore(reads),
    onAirByName: (look) => onAirByName(db, look),
    upstream: { ...upstream, ...ofService.prober },
    service: ofService.settings,
    polling: {
      ...budget,
      optionalCalls: async () => (await service()).optionalCalls,
      async poll(batch) {
        const polled = await poll(batch, sweep.poll);
        sweep.tell({ polled });
        return polled;
      },
      deliver: (at) => onWakeUp({ at, complete: at }, sweep),
    },
    channels: {
      ...creation,
      settingsOf,
      send: (request) => sweep.deliver.send(request),
      wallNow,
      bases: sweep.deliver.bases,
      language: config.LANGUAGE,
    },
    trials: {
      subscription: (id) => store.find(subscription, id),
      dangling: (one) => store.dangling(subscription, one),
      channel: channelOf,
      settingsOf,
      target: (id) => store.find(target, id),
      event: (id) => events.find(id),
      latest: (filter, max) => events.latest(filter, max),
      ...creation,
      wallNow,
      bases: sweep.deliver.bases,
      language: config.LANGUAGE,
    },
    digests: {
      ...sweep.issue,
      ...sweep.write,
      ...sweep.deliver.pictures,
      ...creation,
      channel: channelOf,
      settingsOf,
      delivery: (id) => deliveries.find(id),
      nudge: wakeUp,
      bases: sweep.deliver.bases,
      language: config.LANGUAGE,
    },
    pictures: { ...editionStore(db), wallNow, drawer: sweep.deliver.pictures.drawer },
    events,
    feeds: {
      bySecret: (secret) => feedKeyBySecret(db, secret),
      regulars: (watchlistId, max) => readRegulars(db, watchlistId, max),
    },
    deliveries: { ...deliveries, ...creation, nudge: wakeUp },
  };
}
