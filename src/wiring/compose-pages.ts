import type { Invocation } from "./invocation.ts";
import { horizonOf } from "../core/knowledge.ts";
import { adminHolder, SIGN_IN_MS } from "../core/sign-in.ts";
import { emailIn } from "../http/access/assertion.ts";
import { ADMIN, holderOf } from "../http/auth.ts";
import type { LimitablePorts } from "./api/limited.ts";
import type { SitePorts } from "./pages/pages.ts";
import { tokenSecretOf } from "../features/people/resource/token.ts";
import { knownTokens } from "../features/sign-in/known-tokens.ts";
import { nowStore } from "../features/now/now-store.ts";
import { readArrival, readVersion, type Shell } from "../features/now/shell-store.ts";
import { signInStore } from "../features/sign-in/sign-in-store.ts";
import { viewersStore, wallStore } from "../features/wall/wall-store.ts";
import { boardStore } from "../features/boards/board-store.ts";
import { alertStore } from "../features/alerts/alert-store.ts";
import { readLists } from "../features/creators/list-order.ts";
import { listStore } from "../features/lists/list-store.ts";
import { messageStore } from "../features/messages/message-store.ts";
import { creatorStore, otherStore } from "../features/creators/creator-store.ts";
import { oneStore } from "../features/creators/target-page-store.ts";
import { channelUse } from "../features/channels/channel-use.ts";
import { monthsStore } from "../features/goals/months-store.ts";
import { teamStore } from "../features/people/team-store.ts";
import { trendStore } from "../features/trends/trend-store.ts";
import { changeService } from "./change-service.ts";
import { serviceStore } from "../engine/upstream/service-store.ts";
import { beginProof, readSteps, watchedAs } from "../features/first-steps/steps-store.ts";
import { demoStore } from "../features/first-steps/demo-store.ts";
import { ruleOf } from "../engine/upstream/service.ts";
import { latestEditions } from "../features/digests/edition-store.ts";

/** What is shown where the database does not answer. */
const UNKNOWN: Shell = { pulse: null, onAir: 0, demo: false, timezone: null, version: null };

/** Session and page frame, read together once per request. */
function arrivals(
  { db, reads, given, config }: Invocation,
  { keep: store }: LimitablePorts,
): Pick<SitePorts, "shell"> & Pick<SitePorts["signIn"], "find"> {
  let shell: Promise<Shell> | undefined;
  const arrived = (signInId: string | null) => {
    const arrival = readArrival(reads, given, signInId);
    shell = arrival.then(
      (one) => one.shell,
      () => UNKNOWN,
    );
    return { arrival, shell };
  };
  const whole = async (signInId: string) => {
    const { signIn, shell: reported } = await arrived(signInId).arrival;
    return { signIn, timezone: reported.timezone, version: reported.version };
  };
  return {
    async find(id, glance) {
      const { signIn, timezone, version } = glance ? await readVersion(reads, id) : await whole(id);
      if (signIn === null || store.wallNow() - signIn.createdAt >= SIGN_IN_MS) return null;
      const { holder, lastSeenAt, email, token } = signIn;
      // An address that the token no longer has opens nothing.
      if (email !== null && token?.email !== email) return null;
      const found = { holder, lastSeenAt, email, timezone, version };
      if (holder === adminHolder(config.ADMIN_TOKEN)) return { ...found, actor: ADMIN };
      const actor = token === null ? null : await holderOf(token, { ...knownTokens(db), wallNow: store.wallNow });
      return actor === null ? null : { ...found, actor };
    },
    shell: () => shell ?? arrived(null).shell,
  };
}

/** Signing in with Cloudflare Access; null if it is not configured. */
function accessOf(
  { config: { access }, accessKeys, outside, db }: Invocation,
  { keep: store }: LimitablePorts,
): SitePorts["signIn"]["access"] {
  if (access === null || accessKeys === null) return null;
  const tokens = { ...knownTokens(db), wallNow: store.wallNow };
  return {
    email: (assertion) => emailIn(assertion, access, accessKeys.keyOf(outside, store.wallNow()), store.wallNow()),
    async actor(email) {
      const token = await tokens.byEmail(email);
      return token === null ? null : holderOf(token, tokens);
    },
  };
}

/** Invitations by the secret in their link. */
function invitations(db: D1Database, { keep: store }: LimitablePorts): Pick<SitePorts["signIn"], "invited" | "accept"> {
  const tokens = { ...knownTokens(db), wallNow: store.wallNow };
  return {
    invited: (secret) => tokens.invited(secret, store.wallNow()),
    async accept(secret) {
      const tokenSecret = tokenSecretOf(store.randomBytes);
      const token = await tokens.accept(secret, tokenSecret, store.wallNow());
      const actor = token === null ? null : await holderOf(token, tokens);
      return actor === null ? null : { actor, tokenSecret };
    },
  };
}

/** The ports of pages in addition to those of the API, for one request. */
export function pagePorts(invocation: Invocation, ports: LimitablePorts): SitePorts {
  const { config, given, db, reads, serviceFrom } = invocation;
  const { shell, find } = arrivals(invocation, ports);
  return {
    ...ports,
    signIn: { adminToken: config.ADMIN_TOKEN, find, access: accessOf(invocation, ports), ...invitations(db, ports) },
    signIns: signInStore(db, adminHolder(config.ADMIN_TOKEN)),
    unsubscribeLinks: invocation.unsubscribeLinks,
    shell,
    async horizon() {
      const { pulse: healthSnapshot } = await shell();
      return healthSnapshot === null ? ports.horizon() : horizonOf(healthSnapshot, ports.keep.wallNow());
    },
    team: teamStore(db, invocation.config),
    wall: { ...wallStore(reads, given), wallNow: ports.keep.wallNow },
    now: { ...nowStore(reads, given), ...viewersStore(reads), wallNow: ports.keep.wallNow },
    one: oneStore(reads),
    listPages: listStore(reads),
    months: monthsStore(reads),
    ...channelUse(reads),
    alerts: alertStore(reads),
    boards: boardStore(reads, given),
    messages: messageStore(reads),
    editions: (digestId) => latestEditions(reads, digestId),
    trends: trendStore(reads),
    ...creatorStore(reads),
    lists: (own) => readLists(reads, own),
    ...otherStore(reads),
    firstSteps: {
      read: () => readSteps(reads),
      operations: async () => (await serviceFrom(await serviceStore(db).read())).operations,
      keepService: (...reported) => changeService(invocation, () => serviceStore(db).keepService(...reported)),
      rule: async () => ruleOf(await serviceFrom(await serviceStore(db).read())),
      beginProof: (rule, since, watched) => beginProof(db, rule, since, watched),
      watchedAs: (identities) => watchedAs(db, identities),
    },
    demo: demoStore(db, ports.keep.wallNow),
  };
}
