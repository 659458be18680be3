import type { Invocation } from "./compose.ts";
import { holderOf } from "./edges/http/auth.ts";
import type { Ports } from "./edges/http/ports.ts";
import type { PagePorts } from "./edges/pages/ports.ts";
import { knownTokens } from "./edges/store/known-tokens.ts";
import { nowStore, readShell } from "./edges/store/now-store.ts";
import { wallStore } from "./edges/store/wall-store.ts";
import { alertStore } from "./edges/store/alert-store.ts";
import { latestEditions } from "./edges/store/digest-store.ts";
import { readLists } from "./edges/store/list-head.ts";
import { messageStore } from "./edges/store/message-store.ts";
import { creatorStore } from "./edges/store/creator-store.ts";
import { oneStore } from "./edges/store/one-store.ts";
import { otherStore } from "./edges/store/other-store.ts";
import { trendStore } from "./edges/store/trend-store.ts";
import { serviceStore } from "./edges/store/service-store.ts";
import { readSteps } from "./edges/store/steps-store.ts";
import { token } from "./resources/tokens/token.ts";

/** Asks once, however often it is called. */
function onceAsked<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => (asked ??= ask());
}

/** What pages need beside what the API has, for one request. */
export const pagePorts = ({ config, given, db, serviceFrom }: Invocation, ports: Ports): PagePorts => ({
  ...ports,
  signIn: {
    adminToken: config.ADMIN_TOKEN,
    async holder(tokenId) {
      const found = await ports.keep.find(token, tokenId);
      return found === null ? null : holderOf(found, { ...knownTokens(db), wallNow: ports.keep.wallNow });
    },
    publicUrl: config.PUBLIC_URL ?? null,
  },
  shell: onceAsked(() => readShell(db, given)),
  wall: { ...wallStore(db, given), wallNow: ports.keep.wallNow },
  now: { ...nowStore(db, given), wallNow: ports.keep.wallNow },
  one: oneStore(db, given),
  alerts: alertStore(db),
  messages: messageStore(db),
  editions: (digestId) => latestEditions(db, digestId),
  trends: trendStore(db, given),
  ...creatorStore(db, given),
  lists: (own) => readLists(db, own),
  ...otherStore(db, given),
  firstSteps: {
    read: () => readSteps(db),
    operations: async () => (await serviceFrom(await serviceStore(db).read())).operations,
    keepService: (sealed, said) => serviceStore(db).keepService(sealed, said),
  },
});
