import type { Event } from "../../core/event.ts";
import type { Silence, Subscription } from "../../core/subscription.ts";
import type { Channel } from "../../flows/browse/channel-view.ts";
import type { DeliveryRecord } from "../../flows/browse/delivery-view.ts";
import type { DeliveryFilter, EventFilter, TargetFilter } from "../../flows/browse/filters.ts";
import type { MetricsDeps } from "../../flows/browse/metrics.ts";
import type { PicturePorts } from "../../flows/browse/picture.ts";
import type { HealthDeps } from "../../flows/browse/health.ts";
import type { Listed, MadeKey, Page, SeqKey } from "../../flows/browse/page.ts";
import type { StatusDeps } from "../../flows/browse/status.ts";
import type { TargetRecord } from "../../flows/browse/target-view.ts";
import type { Watchlist } from "../../flows/browse/watchlist-view.ts";
import type { Sample, SampleFilter, SampleKey } from "../../flows/browse/samples.ts";
import type { Digest } from "../../flows/digest/digest.ts";
import type { BacktestDeps } from "../../flows/manage/backtest.ts";
import type { ChangeTargetDeps } from "../../flows/manage/change-target.ts";
import type { ChannelDeps } from "../../flows/manage/channels.ts";
import type { ConfigDeps } from "../../flows/manage/config/apply-config.ts";
import type { CreateTargetDeps } from "../../flows/manage/create-target.ts";
import type { DigestDeps } from "../../flows/manage/digests.ts";
import type { ImportDeps } from "../../flows/manage/import-targets.ts";
import type { PollNowDeps } from "../../flows/manage/poll-now.ts";
import type { PreviewDigestDeps } from "../../flows/manage/preview-digest.ts";
import type { PreviewDeps } from "../../flows/manage/preview.ts";
import type { ProbeDeps } from "../../flows/manage/probe.ts";
import type { RemoveTargetDeps } from "../../flows/manage/remove-target.ts";
import type { ReplayDeadDeps } from "../../flows/manage/replay-dead.ts";
import type { ReplayDeps } from "../../flows/manage/replay-delivery.ts";
import type { RunDigestDeps } from "../../flows/manage/run-digest.ts";
import type { SilenceDeps } from "../../flows/manage/silences.ts";
import type { SubscriptionDeps } from "../../flows/manage/subscriptions.ts";
import type { TestChannelDeps } from "../../flows/manage/test-channel.ts";
import type { WatchlistDeps } from "../../flows/manage/watchlists.ts";
import type { AuditEntry } from "../../flows/browse/audit-view.ts";
import type { Token } from "../../flows/browse/token-view.ts";
import type { TokenDeps } from "../../flows/manage/tokens.ts";
import type { Actor } from "./auth.ts";
import type { OncePorts } from "./once.ts";

type MadeList<Item> = (page: Page<MadeKey>) => Promise<Listed<Item, MadeKey>>;

/** What the API needs of the rest, for one request. */
export interface Ports {
  /** Who a token is, null for one that is not ours. */
  identify: (token: string) => Promise<Actor | null>;
  once: OncePorts;
  audit: {
    add(entries: AuditEntry[]): Promise<void>;
    /** An entry could not be written: says so where operators look. */
    failed(thrown: unknown, entry: AuditEntry): void;
    list(page: Page<SeqKey>): Promise<Listed<AuditEntry, SeqKey>>;
    wallNow(): number;
  };
  writes: { take(tokenId: string | null, now: number): number; wallNow(): number };
  tokens: TokenDeps & { list: MadeList<Token> };
  /** The OpenAPI document, and the page that shows it with `{nonce}` for a nonce. */
  docs: { document: string; page: string };
  health: HealthDeps;
  status: StatusDeps;
  metrics: MetricsDeps;
  watchlists: WatchlistDeps & { list: MadeList<Watchlist> };
  targets: CreateTargetDeps &
    ChangeTargetDeps &
    RemoveTargetDeps &
    ImportDeps & {
      list(filter: TargetFilter, page: Page<MadeKey>): Promise<Listed<TargetRecord, MadeKey>>;
      samples(id: string, filter: SampleFilter, page: Page<SampleKey>): Promise<Listed<Sample, SampleKey>>;
    };
  polling: PollNowDeps;
  upstream: ProbeDeps;
  channels: ChannelDeps & TestChannelDeps & { list: MadeList<Channel> };
  subscriptions: SubscriptionDeps & {
    find(id: string): Promise<Subscription | null>;
    list: MadeList<Subscription>;
    remove(id: string): Promise<boolean>;
  };
  digests: DigestDeps &
    RunDigestDeps &
    PreviewDigestDeps & {
      find(id: string): Promise<Digest | null>;
      list: MadeList<Digest>;
      remove(id: string): Promise<boolean>;
    };
  config: ConfigDeps;
  pictures: PicturePorts;
  /** Previews and backtests. */
  trials: PreviewDeps & BacktestDeps;
  silences: SilenceDeps & { list: MadeList<Silence> };
  events: {
    find(id: string): Promise<Event | null>;
    list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
  };
  deliveries: ReplayDeps &
    ReplayDeadDeps & {
      find(id: string): Promise<DeliveryRecord | null>;
      list(filter: DeliveryFilter, page: Page<SeqKey>): Promise<Listed<DeliveryRecord, SeqKey>>;
    };
}
