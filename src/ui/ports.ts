import type { DemoDeps } from "../features/first-steps/demo.ts";
import type { NowDeps } from "../features/now/now-reading.ts";
import type { SharedDeps } from "../features/wall/wall.ts";
import type { HealthSnapshot } from "../core/health-snapshot.ts";
import type { Token } from "../features/people/resource/token.ts";
import type { UnsubscribeLinks } from "../core/unsubscribe-links.ts";
import type { Result } from "../core/result.ts";
import type { AccessRefusal } from "../http/access/assertion.ts";
import type { Actor } from "../http/auth.ts";
import type { Ports } from "../http/ports.ts";
import type { CreatorFilter, CreatorKey, Creators, NamedTargets, NameKey } from "../features/creators/creators.ts";
import type { NamedList } from "../features/alerts/alerts.ts";
import type { TrendDeps } from "../features/trends/trends.ts";
import type { ChannelUseDeps } from "../features/channels/channel-use.ts";
import type { MonthsDeps } from "../features/goals/months.ts";
import type { ListsDeps } from "../features/lists/lists.ts";
import type { OneDeps } from "../features/creators/target-reading.ts";
import type { Page } from "../core/page.ts";
import type { FirstStepsPorts } from "../features/first-steps/first-steps-ports.ts";
import type { NotificationPorts } from "../features/messages/notification-ports.ts";

/** A stored session, with its token's current actor. */
interface FoundSession {
  actor: Actor;
  holder: string;
  lastSeenAt: number;
  /** Whom Cloudflare Access has to vouch for on each request; null for nobody. */
  email: string | null;
  /** The team's time zone; null if it was never set. */
  timezone: string | null;
  version: string | null;
}

/** What pages need from the rest of the app for one request: the API's ports, and those for signing in. */
export interface PagePorts extends Ports, FirstStepsPorts, NotificationPorts, ChannelUseDeps {
  signIn: {
    /** The admin token, which signs sign-in links and identifies the admin's sign-ins. */
    adminToken: string;
    /**
     * Returns the session and the version that pages are rendered from; null once the session or its
     * token has ended. A `glance` leaves out what only the frame of a page needs.
     */
    find(id: string, glance: boolean): Promise<FoundSession | null>;
    /** Cloudflare Access; null if it is not configured. */
    access: {
      /** Returns the email address that an assertion vouches for. */
      email(assertion: string): Promise<Result<string, AccessRefusal>>;
      /** Returns the actor who signs in with an address; null if nobody does. */
      actor(email: string): Promise<Actor | null>;
    } | null;
    /** Returns the token that an invitation is for; null if it was used or has expired. */
    invited(secret: string): Promise<Token | null>;
    /** Redeems an invitation and returns the actor with the token's secret; null if it was redeemed before. */
    accept(secret: string): Promise<{ actor: Actor; tokenSecret: string } | null>;
  };
  /** Links by which recipients of emails unsubscribe. */
  unsubscribeLinks: Pick<UnsubscribeLinks, "read">;
  signIns: Ports["signIns"] & {
    /** Adds a sign-in, replacing another if one is named; `at` is the wall clock, epoch ms. */
    add(
      signIn: {
        id: string;
        holder: string;
        at: number;
        address: string | null;
        agent: string | null;
        email: string | null;
      },
      replaced: string | null,
    ): Promise<void>;
    /** Stores when and where it was last seen. */
    seen(id: string, at: number, address: string | null, agent: string | null): Promise<void>;
    /** Ends all sign-ins but this one, of one holder or of everybody (null). */
    endOthers(id: string, holder: string | null): Promise<void>;
  };
  /**
   * Returns the health snapshot, null if the database does not answer, and how many are live, counting at most a
   * hundred. The version changes with each tick and each batch of polls.
   */
  shell(): Promise<{
    pulse: HealthSnapshot | null;
    onAir: number;
    demo: boolean;
    timezone: string | null;
    version: string | null;
  }>;
  team: Ports["team"] & {
    /** Sets the time zone of an installation in which nothing is watched yet and that has none. */
    begin(timezone: string): Promise<void>;
  };
  demo: DemoDeps;
  now: NowDeps;
  wall: SharedDeps;
  listPages: ListsDeps;
  months: MonthsDeps;
  one: OneDeps;
  trends: TrendDeps;
  /** Returns watchlists to choose from, including those with these ids. */
  lists(own: string[]): Promise<NamedList[]>;
  /** Returns the targets of a kind, by name. */
  ofKind(kind: string, page: Page<NameKey>): Promise<NamedTargets>;
  /** Returns the live targets that match a filter. */
  creators(filter: CreatorFilter, page: Page<CreatorKey>): Promise<Creators>;
}
