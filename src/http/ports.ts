import type { SignIn } from "../core/sign-in.ts";
import type { Horizon } from "../core/knowledge.ts";
import type { Event } from "../core/event.ts";
import type { DeliveryRecord } from "../features/messages/delivery-view.ts";
import type { DeliveryFilter, EventFilter, Narrowed } from "../core/filter.ts";
import type { MetricsDeps } from "../features/status/metrics.ts";
import type { PicturePorts } from "../features/history/picture.ts";
import type { BackupDeps } from "../features/backup/backup.ts";
import type { ForecastDeps } from "../engine/prediction/forecast.ts";
import type { SealedAnew, SealedBy } from "../engine/upstream/encrypted-store.ts";
import type { Listed, CreatedKey, Page, SeqKey } from "../core/page.ts";
import type { PlanDeps } from "../features/plan/plan.ts";
import type { ImportedSessions, SessionDeps } from "../features/history/sessions.ts";
import type { ImportSessionsDeps } from "../features/history/import-sessions.ts";
import type { HealthDeps, StatusDeps } from "../features/status/status.ts";
import type { Sample, SampleFilter, SampleKey } from "../features/history/samples.ts";
import type { BacktestDeps } from "../features/alerts/backtest.ts";
import type { PollNowDeps } from "../engine/upstream/poll-now.ts";
import type { PreviewDigestDeps } from "../features/digests/preview-digest.ts";
import type { PreviewDeps } from "../features/alerts/preview.ts";
import type { ProbeDeps } from "../engine/upstream/probe.ts";
import type { RemoveOperationDeps } from "../features/service/remove-operation.ts";
import type { ServiceDeps } from "../engine/upstream/definition.ts";
import type { ListedOperation } from "../engine/upstream/operations.ts";
import type { OperationsConfig } from "../engine/upstream/operation-form.ts";
import type { TeamDeps } from "../features/people/team.ts";
import type { ReplayDeadDeps, ReplayDeps } from "../features/messages/replay-dead.ts";
import type { RunDigestDeps } from "../features/digests/run-digest.ts";
import type { TestChannelDeps } from "../features/channels/test-channel.ts";
import type { Act, AuditEntry } from "../db/audit-view.ts";
import type { ConfigDeps } from "../features/config/document/deps.ts";
import type { ImportDeps } from "../features/creators/import-targets.ts";
import type { StoreDeps } from "../resources/write/write-resource.ts";
import type { Shared } from "../features/feeds/formats/shown.ts";
import type { HookDeps } from "../features/hooks/hints.ts";
import type { AnyStored, Base, Declared } from "../resources/resource.ts";
import type { Refused, Step } from "../resources/step.ts";
import type { Result } from "../core/result.ts";
import type { AirtimeReportDeps } from "../features/reports/rows/report.ts";
import type { ClaimDeps } from "../features/claims/claim-store.ts";
import type { ChatDeps } from "../features/chats/deps.ts";
import type { Actor, Identify, WriteLimit } from "./auth.ts";
import type { Inside } from "./inside.ts";
import type { IdempotencyPorts } from "./idempotency.ts";

/** Everything the API needs for one request. */
export interface Ports {
  identify: Identify;
  /** PUBLIC_URL without a trailing slash; null if not set. */
  publicUrl: string | null;
  idempotency: IdempotencyPorts;
  audit: {
    /** Returns false if the log has reached its daily limit of entries without a change. */
    add(entries: AuditEntry[]): Promise<boolean>;
    /** Counts an action in a shared entry, ignoring the limit with `always`. Returns false like `add`. */
    merge(entry: AuditEntry, key: string, more: number, always: boolean): Promise<boolean>;
    /** Reports that an entry could not be written. */
    failed(thrown: unknown, entry: AuditEntry): void;
    list(page: Page<SeqKey>): Promise<Listed<AuditEntry, SeqKey>>;
    wallNow(): number;
  };
  /** Sessions of the pages, of one holder or of all (null). */
  signIns: {
    list(holder: string | null, page: Page<SeqKey>, now: number): Promise<Listed<SignIn, SeqKey>>;
    end(id: string, holder: string | null): Promise<boolean>;
  };
  writes: WriteLimit;
  /** The records of all resources. */
  keep: Omit<
    StoreDeps & ImportDeps & ConfigDeps,
    "write" | "by" | "watchlistIds" | "operationsWith" | "contradiction" | "mayDefine"
  > & {
    known<One extends Base>(of: Declared<One>, ids: string[]): Promise<One[]>;
    list(of: Declared, narrowed: Narrowed, page: Page<CreatedKey>): Promise<Listed<AnyStored, CreatedKey>>;
    named(of: Declared, texts: string[]): Promise<Map<string, string>>;
    writeAs(steps: Step[], act: Act): Promise<Result<null, Refused>>;
  };
  /** The same limited to some watchlists (their ids), for tokens that are limited to them. */
  within(lists: string[]): {
    keep: Pick<Ports["keep"], "find" | "all" | "known" | "list"> & {
      /** Ids of the channels that resources of the watchlists send to. */
      channelsInUse(): Promise<string[]>;
    };
    reports: AirtimeReportDeps;
  };
  /** Static files deployed with the Worker: the OpenAPI document, its page, and what all pages load. */
  files: {
    read(
      name:
        | "openapi.json"
        | "api.html"
        | "assets/page.css"
        | "assets/page.js"
        | "assets/third-party.txt"
        | `assets/texts-${string}.json`,
    ): Promise<Response>;
  };
  health: HealthDeps;
  /** The tick up to which states are known, and how long they stay valid. */
  horizon: () => Promise<Horizon>;
  status: StatusDeps;
  /** What is set for the whole team. */
  team: TeamDeps;
  backup: BackupDeps;
  /** Ids of the encryption keys in their configured order, and what each has encrypted. */
  keys: { ids: string[]; sealedBy(): Promise<SealedBy[]>; sealSome(max: number): Promise<SealedAnew> };
  plan: PlanDeps;
  metrics: MetricsDeps;
  reports: AirtimeReportDeps;
  /** Number of rows up to which a CSV answer is not streamed. */
  mostCsvRows: number;
  /** D1 statements that the plan still allows this request. */
  statementsLeft: () => number;
  samples(id: string, filter: SampleFilter, page: Page<SampleKey>): Promise<Listed<Sample, SampleKey>>;
  polling: PollNowDeps;
  upstream: ProbeDeps;
  /** The settings of the polled service. */
  service: ServiceDeps & {
    operations(): Promise<ListedOperation[]>;
    keepOperation(name: string, reported: OperationsConfig[string]): Promise<void>;
  } & Omit<RemoveOperationDeps, "write"> &
    Pick<ConfigDeps, "operationsWith" | "contradiction">;
  channels: TestChannelDeps;
  digests: RunDigestDeps & PreviewDigestDeps;
  pictures: PicturePorts;
  /** Previews and backtests. */
  trials: PreviewDeps & BacktestDeps;
  /** Some of the live targets, of one watchlist or of all. */
  onAirByName: SessionDeps["onAirByName"];
  events: {
    find(id: string): Promise<Event | null>;
    list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
    /** The first `max` events of the list. */
    latest(filter: EventFilter, max: number): Promise<Event[]>;
  };
  /**
   * Finds a feed key by its secret, with a version that changes with each tick and each batch of polls; null if none.
   */
  feeds: { bySecret(secret: string): Promise<Shared | null>; regulars: ForecastDeps["regulars"] };
  /** Past broadcasts from elsewhere. */
  importSessions: ImportSessionsDeps;
  importedSessions: ImportedSessions;
  /** Hooks and their hints. */
  hooks: HookDeps;
  /** Calls the API as an actor, from inside. */
  inside(actor: Actor): Inside;
  /** Who takes care of events. */
  claims: ClaimDeps;
  /** Commands that chats give. */
  chats: ChatDeps;
  deliveries: ReplayDeps &
    ReplayDeadDeps & {
      find(id: string): Promise<DeliveryRecord | null>;
      list(filter: DeliveryFilter, page: Page<SeqKey>): Promise<Listed<DeliveryRecord, SeqKey>>;
    };
}
