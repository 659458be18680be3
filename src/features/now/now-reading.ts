import type { FailingChannel } from "../../core/channel-failure.ts";
import type { Demo } from "../../core/demo.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event, Happened } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Proof } from "../../core/proof.ts";
import type { Troubled } from "./alike.ts";
import type { HealthSnapshot } from "../../core/health-snapshot.ts";
import type { ViewersDeps } from "../wall/viewed.ts";

/** The maximum number of live creators that are read. */
export const MAX_ON_AIR = 60;

/** The maximum number of events per target for its strip. */
export const MAX_OF_ONE = 12;

/** The number of latest deliveries that are read. */
export const MAX_DELIVERIES = 60;

/** The maximum number of targets with a problem that are read: of those that fail, and of those without a status. */
export const MAX_TROUBLED = 100;

/** The fields of a target that the first page shows. */
export interface Watched {
  id: string;
  kind: string;
  name: string;
  params: JsonObject;
  enabled: boolean;
  state: Json;
  fault: Fault | null;
  consecutiveFaults: number;
  lastOkAt: number | null;
  unknownSince: number | null;
  intervalSeconds: number;
  createdAt: number;
  gaps: [from: number, to: number][] | null;
  pausedAt: number | null;
}

/** The fields of a delivery that show who was notified. */
export interface EventDelivery {
  channelId: string;
  channel: string;
  status: DeliveryStatus;
  items: DeliveryItem[];
  /** True if it changes an earlier message. */
  edits: boolean;
  /** When a held delivery is sent, epoch ms. */
  nextAttemptAt: number | null;
  /** True if the summary of the held events has been sent. */
  summed: boolean;
  madeAt: number;
}

/** A channel that was disabled automatically. */
export interface LostChannel {
  id: string;
  kind: string;
  name: string;
  reason: string;
}

/** What the first page reads: a bounded number of rows. */
export interface NowReading {
  pulse: HealthSnapshot;
  /** What was seen of the rule that says who is live; null where it is the demo's. */
  proof: Proof | null;
  /** The demo, while it is there. */
  demo: Demo | null;
  /** How many targets there are, by kind, and how many of them are the demo's. */
  counts: Record<string, number>;
  ofDemo: Record<string, number>;
  /** Lists whose pages this one leads to. */
  lists: { id: string; name: string }[];
  /** Deliveries that are waiting to be sent. */
  waiting: number;
  /** At most `MAX_ON_AIR`, and one more if there are more. */
  onAir: Watched[];
  failing: Watched[];
  unknown: Watched[];
  /** Those that fail, and those without a status: at most `MAX_TROUBLED` of each, and one more if there are more. */
  troubled: Troubled[];
  /** Those of the latest events, then the oldest ones: all of them if there are few. */
  first: Watched[];
  lost: LostChannel[];
  unreached: FailingChannel[];
  /** Newest first. */
  events: Event[];
  /** Newest first. */
  deliveries: EventDelivery[];
}

/** What the page shows as it was read. */
export type DisplayedAsRead = Pick<NowReading, "pulse" | "proof" | "demo" | "lists" | "waiting" | "lost" | "unreached">;

export interface NowDeps extends ViewersDeps {
  read(): Promise<NowReading>;
  /** The latest events of these targets since an instant, at most `max` per target, newest first. */
  since(targetIds: string[], since: number, max: number): Promise<Happened[]>;
  wallNow(): number;
}

export interface NowPorts {
  now: NowDeps;
}
