import type { Invocation } from "./invocation.ts";
import { horizonOf } from "./core/knowledge.ts";
import { adminHolder, SIGN_IN_MS } from "./core/sign-in.ts";
import { emailIn } from "./edges/http/access/assertion.ts";
import { ADMIN, holderOf } from "./edges/http/auth.ts";
import type { Ports } from "./edges/http/ports.ts";
import type { PagePorts } from "./edges/pages/ports.ts";
import { tokenSecretOf } from "./resources/tokens/token.ts";
import { knownTokens } from "./edges/store/known-tokens.ts";
import { nowStore } from "./edges/store/now-store.ts";
import { readArrival, readVersion, type Shell } from "./edges/store/shell-store.ts";
import { signInStore } from "./edges/store/sign-in-store.ts";
import { viewersStore } from "./edges/store/viewers-store.ts";
import { wallStore } from "./edges/store/wall-store.ts";
import { alertStore } from "./edges/store/alert-store.ts";
import { latestEditions } from "./edges/store/digest-store.ts";
import { readLists } from "./edges/store/list-head.ts";
import { messageStore } from "./edges/store/message-store.ts";
import { creatorStore } from "./edges/store/creator-store.ts";
import { oneStore } from "./edges/store/target-page-store.ts";
import { otherStore } from "./edges/store/other-kinds-store.ts";
import { teamStore } from "./edges/store/team-store.ts";
import { trendStore } from "./edges/store/trend-store.ts";
import { serviceStore } from "./edges/store/service-store.ts";
import { beginProof, readSteps, watchedAs } from "./edges/store/steps-store.ts";
import { demoStore } from "./edges/store/demo-store.ts";
import { ruleOf } from "./edges/upstream/service.ts";

/** What is shown where the database does not answer. */
const UNKNOWN: Shell = { pulse: null, onAir: 0, demo: false, timezone: null, version: null };

/** Session and page frame, read together once per request. */
function arrivals(
  { db, reads, given, config }: Invocation,
  { keep: store }: Ports,
): Pick<PagePorts, "shell"> & Pick<PagePorts["signIn"], "find"> {
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
    const { signIn, shell: said } = await arrived(signInId).arrival;
    return { signIn, timezone: said.timezone, version: said.version };
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
  { keep: store }: Ports,
): PagePorts["signIn"]["access"] {
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
function invitations(db: D1Database, { keep: store }: Ports): Pick<PagePorts["signIn"], "invited" | "accept"> {
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
export function pagePorts(invocation: Invocation, ports: Ports): PagePorts {
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
    team: teamStore(db),
    wall: { ...wallStore(reads, given), wallNow: ports.keep.wallNow },
    now: { ...nowStore(reads, given), ...viewersStore(reads), wallNow: ports.keep.wallNow },
    one: oneStore(reads),
    alerts: alertStore(reads),
    messages: messageStore(reads),
    editions: (digestId) => latestEditions(reads, digestId),
    trends: trendStore(reads),
    ...creatorStore(reads),
    lists: (own) => readLists(reads, own),
    ...otherStore(reads),
    firstSteps: {
      read: () => readSteps(reads),
      operations: async () => (await serviceFrom(await serviceStore(db).read())).operations,
      keepService: (sealed, said) => serviceStore(db).keepService(sealed, said),
      rule: async () => ruleOf(await serviceFrom(await serviceStore(db).read())),
      beginProof: (rule, since, watched) => beginProof(db, rule, since, watched),
      watchedAs: (identities) => watchedAs(db, identities),
    },
    demo: demoStore(db, ports.keep.wallNow),
  };
}
