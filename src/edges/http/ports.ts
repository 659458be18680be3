import type { SignIn } from "../../core/sign-in.ts";
import type { Horizon } from "../../core/knowledge.ts";
import type { Event } from "../../core/event.ts";
import type { DeliveryRecord } from "../../flows/browse/delivery-view.ts";
import type { DeliveryFilter, EventFilter, Narrowed } from "../../flows/browse/filters.ts";
import type { MetricsDeps } from "../../flows/browse/metrics.ts";
import type { PicturePorts } from "../../flows/browse/picture.ts";
import type { ForecastDeps } from "../../flows/browse/forecast.ts";
import type { SealedAnew, SealedBy } from "../../flows/browse/keys.ts";
import type { HealthDeps } from "../../flows/browse/health.ts";
import type { Listed, CreatedKey, Page, SeqKey } from "../../flows/browse/page.ts";
import type { PlanDeps } from "../../flows/browse/plan.ts";
import type { SessionDeps } from "../../flows/browse/sessions.ts";
import type { StatusDeps } from "../../flows/browse/status.ts";
import type { Sample, SampleFilter, SampleKey } from "../../flows/browse/samples.ts";
import type { BacktestDeps } from "../../flows/manage/backtest.ts";
import type { PollNowDeps } from "../../flows/manage/poll-now.ts";
import type { PreviewDigestDeps } from "../../flows/manage/preview-digest.ts";
import type { PreviewDeps } from "../../flows/manage/preview.ts";
import type { ProbeDeps } from "../../flows/manage/probe.ts";
import type { ServiceDeps } from "../../flows/manage/service.ts";
import type { ListedOperation } from "../../flows/browse/operations.ts";
import type { OperationsConfig } from "../../flows/manage/operation-form.ts";
import type { ReplayDeadDeps } from "../../flows/manage/replay-dead.ts";
import type { ReplayDeps } from "../../flows/manage/replay-delivery.ts";
import type { RunDigestDeps } from "../../flows/manage/run-digest.ts";
import type { TestChannelDeps } from "../../flows/manage/test-channel.ts";
import type { Act, AuditEntry } from "../../flows/browse/audit-view.ts";
import type { ConfigDeps } from "../../flows/manage/config/apply-config.ts";
import type { ImportDeps } from "../../flows/manage/import-targets.ts";
import type { StoreDeps } from "../../flows/manage/keep.ts";
import type { Shared } from "./feeds/shown.ts";
import type { AnyStored, Base, Declared } from "../../resources/resource.ts";
import type { Refused, Step } from "../../resources/step.ts";
import type { Result } from "../../core/result.ts";
import type { AirtimeReportDeps } from "../../flows/browse/airtime-report/report.ts";
import type { Identify } from "./auth.ts";
import type { IdempotencyPorts } from "./idempotency.ts";

/** What the API needs of the rest, for one request. */
export interface Ports {
  identify: Identify;
  /** PUBLIC_URL, without a slash at its end; null for none. */
  publicUrl: string | null;
  idempotency: IdempotencyPorts;
  audit: {
    /** False where the log has taken all that it takes in a day of what comes without a change. */
    add(entries: AuditEntry[]): Promise<boolean>;
    /** The same; with `always` also beyond that. */
    merge(entry: AuditEntry, key: string, more: number, always: boolean): Promise<boolean>;
    /** An entry could not be written: says so where operators look. */
    failed(thrown: unknown, entry: AuditEntry): void;
    list(page: Page<SeqKey>): Promise<Listed<AuditEntry, SeqKey>>;
    wallNow(): number;
  };
  /** Sessions of the pages, of one holder or of all (null). */
  signIns: {
    list(holder: string | null, page: Page<SeqKey>, now: number): Promise<Listed<SignIn, SeqKey>>;
    end(id: string, holder: string | null): Promise<boolean>;
  };
  writes: { take(tokenId: string | null, now: number): number; wallNow(): number };
  /** The records of every resource. */
  keep: Omit<StoreDeps & ImportDeps & ConfigDeps, "write" | "by" | "watchlistIds"> & {
    known<One extends Base>(of: Declared<One>, ids: string[]): Promise<One[]>;
    list(of: Declared, narrowed: Narrowed, page: Page<CreatedKey>): Promise<Listed<AnyStored, CreatedKey>>;
    named(of: Declared, texts: string[]): Promise<Map<string, string>>;
    writeAs(steps: Step[], act: Act): Promise<Result<null, Refused>>;
  };
  /** What belongs to some watchlists (their ids), for tokens that are limited to them. */
  within(lists: string[]): {
    keep: Pick<Ports["keep"], "find" | "all" | "known" | "list"> & {
      /** The ids of the channels that anything of them goes to. */
      channelsInUse(): Promise<string[]>;
    };
    reports: AirtimeReportDeps;
  };
  /** The OpenAPI document, the page that shows it, and what all pages load: files that were deployed along. */
  files: {
    read(
      name: "openapi.json" | "api.html" | "assets/page.css" | "assets/page.js" | "assets/third-party.txt",
    ): Promise<Response>;
  };
  health: HealthDeps;
  /** What is known by now, and how long it holds. */
  horizon: () => Promise<Horizon>;
  status: StatusDeps;
  /** Encryption keys by their ids, in the order in which they are given, and what they sealed. */
  keys: { ids: string[]; sealedBy(): Promise<SealedBy[]>; sealSome(max: number): Promise<SealedAnew> };
  plan: PlanDeps;
  metrics: MetricsDeps;
  reports: AirtimeReportDeps;
  /** Rows that an answer as CSV has before it is streamed. */
  mostCsvRows: number;
  /** D1 statements that the plan still allows this request. */
  statementsLeft: () => number;
  samples(id: string, filter: SampleFilter, page: Page<SampleKey>): Promise<Listed<Sample, SampleKey>>;
  polling: PollNowDeps;
  upstream: ProbeDeps;
  /** How the polled service is set up. */
  service: ServiceDeps & {
    operations(): Promise<ListedOperation[]>;
    /** Why the environment does not leave room for this; null where it does. */
    contradiction(name: string, said: NonNullable<OperationsConfig[string]>): string | null;
    /** False where nothing was said of it that could be taken back. */
    keepOperation(name: string, said: OperationsConfig[string] | undefined): Promise<boolean>;
  };
  channels: TestChannelDeps;
  digests: RunDigestDeps & PreviewDigestDeps;
  pictures: PicturePorts;
  /** Previews and backtests. */
  trials: PreviewDeps & BacktestDeps;
  /** Some of the targets on air, of one watchlist or of all. */
  onAirByName: SessionDeps["onAirByName"];
  events: {
    find(id: string): Promise<Event | null>;
    list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
    /** As the list, `most` at the most. */
    latest(filter: EventFilter, max: number): Promise<Event[]>;
  };
  /** The feed key that a secret opens, with what changes with each tick and each batch of polls; null for none. */
  feeds: { bySecret(secret: string): Promise<Shared | null>; regulars: ForecastDeps["regulars"] };
  deliveries: ReplayDeps &
    ReplayDeadDeps & {
      find(id: string): Promise<DeliveryRecord | null>;
      list(filter: DeliveryFilter, page: Page<SeqKey>): Promise<Listed<DeliveryRecord, SeqKey>>;
    };
}
