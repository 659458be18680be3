import type { NowDeps } from "../../flows/browse/now-reading.ts";
import type { SharedDeps } from "../../flows/browse/wall.ts";
import type { HealthSnapshot } from "../../core/pulse.ts";
import type { Token } from "../../resources/tokens/token.ts";
import type { Actor } from "../http/auth.ts";
import type { Ports } from "../http/ports.ts";
import type { CreatorFilter, CreatorKey, Creators, NamedTargets, NameKey } from "../../flows/browse/creators.ts";
import type { NamedList } from "../../flows/browse/alerts.ts";
import type { TrendDeps } from "../../flows/browse/trends.ts";
import type { OneDeps } from "../../flows/browse/one-reading.ts";
import type { Page } from "../../flows/browse/page.ts";
import type { FirstStepsPorts } from "./first-steps-ports.ts";
import type { TellingPorts } from "./telling-ports.ts";

/** What pages need of the rest, for one request: what the API has, and what signs people in. */
export interface PagePorts extends Ports, FirstStepsPorts, TellingPorts {
  signIn: {
    /** The token of the configuration, for what is bound to it. */
    adminToken: string;
    /**
     * Who a session stands for now, and the version that pages are drawn from; null where it, or its token, has ended. A `glance` reads
     * nothing of what the frame of a page says.
     */
    find(
      id: string,
      glance: boolean,
    ): Promise<{ actor: Actor; holder: string; lastSeenAt: number; version: string | null } | null>;
    /** Who an invitation's secret invites; null where it was used, or is over. */
    invited(secret: string): Promise<Token | null>;
    /** Uses an invitation: who they are from now on, with the secret of their token. Null where it was used before. */
    accept(secret: string): Promise<{ actor: Actor; tokenSecret: string } | null>;
  };
  signIns: Ports["signIns"] & {
    /** Adds one, in the place of another where one is named; `at` is the wall clock, epoch ms. */
    add(
      signIn: { id: string; holder: string; at: number; address: string | null; agent: string | null },
      replaced: string | null,
    ): Promise<void>;
    /** Remembers when and where it was last seen. */
    seen(id: string, at: number, address: string | null, agent: string | null): Promise<void>;
    /** Ends all but this one, of a holder or of everybody (null). */
    endOthers(id: string, holder: string | null): Promise<void>;
  };
  /**
   * How the service is, null where the database does not say, and how many are on air: at most a hundred are counted. The version
   * changes with each tick and each batch of polls.
   */
  shell(): Promise<{ pulse: HealthSnapshot | null; onAir: number; version: string | null }>;
  now: NowDeps;
  wall: SharedDeps;
  one: OneDeps;
  trends: TrendDeps;
  /** Watchlists to choose from, and those of these ids. */
  lists(own: string[]): Promise<NamedList[]>;
  /** Targets of a kind, by name. */
  ofKind(kind: string, page: Page<NameKey>): Promise<NamedTargets>;
  /** Live targets, as people look for them. */
  creators(filter: CreatorFilter, page: Page<CreatorKey>): Promise<Creators>;
}
