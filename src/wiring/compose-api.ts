import { announcing, keyPorts, newId, randomBytes, servicePorts } from "./compose-service.ts";
import { agentPorts, chatPorts, insideFor, openTelegram } from "./compose-chats.ts";
import { claimStore } from "../features/claims/claim-store.ts";
import { chatStore } from "../features/chats/chat-store.ts";
import type { Invocation } from "./invocation.ts";
import { horizonOf } from "../core/knowledge.ts";
import { adminHolder } from "../core/sign-in.ts";
import { identifier } from "../http/auth.ts";
import type { LimitablePorts } from "./api/limited.ts";
import { writeLimitOf } from "../http/write-limit.ts";
import { auditFailed, logged } from "./log/log.ts";
import { airtimeStore } from "../features/reports/airtime-store.ts";
import { auditStore } from "../db/audit-store.ts";
import { backupStore } from "../features/backup/backup-store.ts";
import { deliveryStore } from "../features/messages/delivery-store.ts";
import { editionStore } from "../features/digests/edition-store.ts";
import { eventStore } from "../features/history/event-store.ts";
import { openStored, openSettings } from "../engine/deliver/channel-store.ts";
import { readRegulars } from "../engine/poll/prediction-store.ts";
import { importedSessions, importedStore } from "../features/history/imported-store.ts";
import { hookStore } from "../features/hooks/hook-store.ts";
import { feedKeyBySecret, noteOpened } from "../features/feeds/feed-key-store.ts";
import { knownTokens } from "../features/sign-in/known-tokens.ts";
import { requestStore } from "../db/request-store.ts";
import { signInStore } from "../features/sign-in/sign-in-store.ts";
import { serviceStore } from "../engine/upstream/service-store.ts";
import { resourceIndex } from "../db/resources/resource-index.ts";
import { resourceStore } from "../db/resources/resource-store.ts";
import { sampleStore } from "../features/history/sample-store.ts";
import { readHealthSnapshot } from "../engine/self-monitor/health-store.ts";
import { onAirByName } from "../features/now/live-store.ts";
import { readMetrics, readStatus, spend } from "../features/status/status-store.ts";
import { metricTargets } from "../features/creators/target-metrics-store.ts";
import { teamStore } from "../features/people/team-store.ts";
import { write } from "../db/resources/write.ts";
import { sha256Hex } from "../core/sha256.ts";
import type { StoreDeps } from "../resources/write/write-resource.ts";
import type { Batch } from "../engine/poll/batch.ts";
import { requestedOnce } from "../engine/upstream/own-call.ts";
import { poll } from "../engine/poll/poll.ts";
import { onWakeUp } from "./sweep.ts";
import { channel } from "../features/channels/resource/channel.ts";
import { subscription } from "../features/alerts/resource/subscription.ts";
import { target } from "../features/creators/resource/target.ts";

/** Wires stores and engine into the ports of the API, for one request. */
export function apiPorts(invocation: Invocation): LimitablePorts {
  const { config, given, service, addresses, db, reads, vault, sweep, counters, statementsLeft } = invocation;
  let healthSnapshot: ReturnType<typeof readHealthSnapshot> | undefined;
  const readOnce = () => (healthSnapshot ??= readHealthSnapshot(db, given));
  const known = () => readOnce().then((read) => (typeof read === "string" ? null : read));
  const now = async () => Math.max(Date.now(), (await known())?.lastTickAt ?? 0);
  const [creation, wallNow] = [{ newId, now }, () => Date.now()];
  const keys = keyPorts(invocation);
  const budget = {
    gate: async () => (await known())?.gate ?? null,
    // Read again for each call: one before it in the same request may have opened them.
    breakers: () => serviceStore(db).breakers(),
    spend: (calls: number) => spend(db, calls, config.budget),
    now,
  };
  const upstream = {
    ...budget,
    announce: announcing(sweep),
  };
  const ofService = servicePorts(invocation);
  const store = { ...resourceStore(reads), ...resourceIndex(reads) };
  const [events, deliveries] = [eventStore(db), deliveryStore(db)];
  const pollOwn = async (batch: Batch) => {
    const polled = await poll(batch, sweep.poll);
    sweep.notify({ batch, polled });
    return polled;
  };
  const announceOrLog: StoreDeps["announce"] = async (news, at) => {
    try {
      await upstream.announce(news, {}, at);
    } catch (thrown) {
      logged(`channels: could not tell that ${JSON.stringify(news.map(({ data }) => data))}`)(thrown);
    }
  };
  const team = teamStore(db, config);
  // Previews and tests speak as the messages will.
  const channelOf = async (id: string) => {
    const one = await store.find(channel, id);
    return one === null || one.language !== null ? one : { ...one, language: (await team.read()).language };
  };
  const settingsOf = async (id: string) => {
    const one = await channelOf(id);
    return one === null ? null : openSettings(db, vault, one);
  };
  const horizon = async () => {
    const healthSnapshot = await known();
    if (healthSnapshot === null) throw new Error("the database does not say how polling is doing");
    return horizonOf(healthSnapshot, wallNow());
  };
  const wakeUp = async (at: number) => void (await sweep.wakeUp({ at, complete: null }, 0));
  const ports: LimitablePorts = {
    identify: identifier(config.ADMIN_TOKEN, { ...knownTokens(db), wallNow }),
    publicUrl: config.PUBLIC_URL ?? null,
    isDeployed: invocation.isDeployed,
    idempotency: {
      ...requestStore(db, vault),
      wallNow,
      sleep: sweep.deliver.sleep,
      failed: logged("idempotency: an answer could not be kept"),
    },
    audit: { ...auditStore(db), wallNow, failed: (thrown, entry) => auditFailed(thrown, entry, counters.add) },
    signIns: signInStore(db, adminHolder(config.ADMIN_TOKEN)),
    writes: {
      take: (tokenId, at, times) => writeLimitOf(config.WRITES_PER_MINUTE).take(tokenId, at, times),
      left: (tokenId, at) => writeLimitOf(config.WRITES_PER_MINUTE).left(tokenId, at),
      wallNow,
    },
    keep: {
      ...store,
      ...creation,
      wallNow,
      limits: { minIntervalSeconds: config.MIN_INTERVAL_SECONDS, retentionDays: config.RETENTION_DAYS, addresses },
      randomBytes,
      seal: (value, place) => vault.seal(value, place),
      open: (sealed, place) => openStored(db, vault, sealed, place),
      hash: sha256Hex,
      upstream: {
        operation: async (name) => (await service()).operations.get(name) ?? null,
        ask: requestedOnce(upstream, sweep.poll.read),
      },
      openTelegram: () => openTelegram(invocation, chatStore(db, sweep.board, now)),
      announce: announceOrLog,
      pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
      writeAs: (steps, act) => write(db, vault, steps, act),
    },
    within: (lists) => ({
      keep: resourceStore(reads, lists),
      reports: airtimeStore(reads, statementsLeft, horizon, lists),
    }),
    files: invocation.files,
    horizon,
    health: { pulse: readOnce, wallNow, isUsedUp: invocation.isUsedUp },
    status: {
      read: (maxLive, watchlistId, alone) => readStatus(db, given, maxLive, watchlistId, wallNow(), alone),
      keyIds: keys.ids,
      wallNow,
    },
    keys,
    team,
    backup: { ...backupStore(db), statementsLeft },
    plan: {
      pulse: () => sweep.self.pulse(),
      retentionDays: config.RETENTION_DAYS,
      hasWatchdog: invocation.hasWatchdog,
    },
    metrics: {
      read: () => readMetrics(db),
      targets: (max) => metricTargets(db, max),
      horizon,
      budget: config.budget,
      wallNow,
    },
    mostCsvRows: config.limits.csvRows,
    statementsLeft,
    ...sampleStore(db),
    reports: airtimeStore(reads, statementsLeft, horizon),
    onAirByName: (look) => onAirByName(db, look),
    upstream: { ...upstream, ...ofService.prober },
    service: ofService.settings,
    polling: {
      ...budget,
      optionalCalls: async () => (await service()).optionalCalls,
      poll: pollOwn,
      deliver: (at) => onWakeUp({ at, complete: at }, sweep),
    },
    channels: {
      ...creation,
      settingsOf,
      send: (request) => sweep.deliver.send(request),
      wallNow,
      bases: sweep.deliver.bases,
      unsubscribeLinks: invocation.unsubscribeLinks,
      language: config.language ?? "en",
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
      language: config.language ?? "en",
    },
    digests: {
      ...sweep.issue,
      ...sweep.write,
      ...sweep.deliver.pictures,
      ...creation,
      channel: channelOf,
      settingsOf,
      delivery: (id) => deliveries.find(id),
      wakeUp: wakeUp,
      bases: sweep.deliver.bases,
      language: config.language ?? "en",
    },
    pictures: { ...editionStore(db), wallNow, drawer: sweep.deliver.pictures.drawer },
    events,
    feeds: {
      bySecret: (secret) => feedKeyBySecret(db, secret),
      opened: (keyId, at) => noteOpened(db, keyId, at),
      regulars: (watchlistId, max) => readRegulars(db, watchlistId, max),
    },
    importSessions: importedStore(db, now),
    importedSessions: (query, max) => importedSessions(db, query, max),
    hooks: {
      ...budget,
      ...hookStore(db),
      targets: async (ids) =>
        (await Promise.all(ids.map((id) => store.find(target, id)))).filter((one) => one !== null),
      perMinute: async () => (await known())?.perMinute ?? config.budget.otherwise,
      spend: async (calls) => spend(db, calls, config.budget, await now()),
      optionalCalls: async () => (await service()).optionalCalls,
      async enqueue(batch) {
        const refused = await sweep.enqueue([batch]);
        if (refused.length === 0) return;
        const { sendable } = await pollOwn(batch);
        if (sendable) await wakeUp(batch.tick);
      },
      newId: () => crypto.randomUUID(),
      wallNow,
    },
    deliveries: { ...deliveries, ...creation, wakeUp: wakeUp },
    inside: insideFor(() => ports),
    claims: { ...claimStore(db, sweep.deliver.presses), now, wallNow },
    chats: chatPorts(invocation, () => ports, now),
    agents: agentPorts(invocation, now),
  };
  return ports;
}
