import type { ChannelState } from "../../core/channel-failure.ts";
import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Event, Happened } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { HealthSnapshot } from "../../core/pulse.ts";

/** More on air are not read. */
export const MAX_ON_AIR = 60;

/** Events of one target that its strip looks at. */
export const MAX_OF_ONE = 12;

/** As many of the latest deliveries are read. */
export const MAX_DELIVERIES = 50;

/** A target as far as the page of now tells of it. */
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
}

/** A delivery as far as it says who was told. */
export interface Telling {
  channel: string;
  status: DeliveryStatus;
  items: DeliveryItem[];
  /** When what is held goes out, epoch ms. */
  nextAttemptAt: number | null;
  /** True where what was held has been told by now. */
  summed: boolean;
  madeAt: number;
}

/** A channel that disabled itself. */
export interface LostChannel {
  id: string;
  kind: string;
  name: string;
  reason: string;
}

/** A channel at which messages fail. */
export interface FailingChannel extends ChannelState {
  id: string;
  kind: string;
  name: string;
}

/** What the database says of now: a bounded number of rows, whatever there is. */
export interface NowReading {
  pulse: HealthSnapshot;
  /** How many targets there are, by kind. */
  counts: Record<string, number>;
  /** Deliveries that wait to go. */
  waiting: number;
  /** At most `MOST_ON_AIR`, one more where there are more. */
  onAir: Watched[];
  failing: Watched[];
  /** Those who were live when that was known last are among those on air. */
  unknown: Watched[];
  /** The first that were made: a small list is all of them. */
  first: Watched[];
  lost: LostChannel[];
  /** Channels at which messages fail. */
  unreached: FailingChannel[];
  /** The latest, newest first. */
  events: Event[];
  /** Likewise. */
  deliveries: Telling[];
}

export interface NowDeps {
  read(): Promise<NowReading>;
  /** The latest events of these targets since an instant, of each `most` at the most, newest first. */
  since(targetIds: string[], since: number, max: number): Promise<Happened[]>;
  wallNow(): number;
}
