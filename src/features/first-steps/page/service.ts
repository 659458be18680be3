import type { JsonObject } from "../../../core/json.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { importTargets, type ImportPorts } from "../../creators/import-targets.ts";
import { pollSeveral } from "../../creators/poll-several.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { storeService } from "../../service/connect/store-service.ts";
import { displayNameOf, type Person } from "../../service/connect/person.ts";
import { otherWays } from "../../service/connect/keys.ts";
import { readFound } from "../../service/connect/several.ts";
import { tryService, type Trial, type TrialRequest } from "../../service/connect/trial.ts";
import type { AccountView } from "../../../engine/upstream/shape.ts";
import { accountView, type Credentials, type ServicePorts } from "../../../engine/upstream/definition.ts";
import { granted } from "../../../http/problem.ts";
import { formsAt, type PageContext, pageAt, backTo, storeDepsAs } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { interpretForm, displayedAgain, keyNamesOf, typedAccount, type Meant } from "./account.ts";
import { HERE, proves, servicePage, type Displayed } from "./service-page.tsx";
import { DEMO, hostOf, progressOf } from "./steps.ts";
import { callsAllowed } from "./calls.tsx";
import { refusalWords, problemWords } from "./error-words.ts";
import { NAMES, typedIn } from "./typed.ts";
import { t } from "../../../ui/words/text.ts";
import type { ProbePorts } from "../../../engine/upstream/probe.ts";
import type { FirstStepsPorts } from "../first-steps.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import type { PollingPorts } from "../../../engine/upstream/poll-now.ts";
import type { HorizonPorts } from "../../../core/knowledge.ts";
import type { DemoPorts } from "../demo.ts";

/**
 * Tests what was entered. Returns the result, or why it failed. With `several`, how one call asks for many is not looked
 * for again: the calls are needed for the first polls.
 */
async function tried(
  context: PageContext<ProbePorts & FirstStepsPorts & ServicePorts & HealthPorts>,
  several: Pick<TrialRequest, "several"> = {},
): Promise<{ shown: Displayed } | { trial: Trial; shown: Displayed; account: Credentials | null }> {
  const { ports } = context;
  const view = (await progressOf(context)).account;
  const sent = typedIn(context);
  const meant = await interpretForm(context, sent, view);
  const typed = displayedAgain(sent);
  if (Array.isArray(meant))
    return { shown: { typed, account: await typedAccount(context, sent), errors: meant, status: 422 } };
  const { check, resolve, people } = meant;
  const deps = { ...ports.upstream, operations: () => ports.firstSteps.operations() };
  const tryWith = (one: Credentials | null) =>
    tryService({ account: one, check, resolve, people, chosen: sent.chosen, ...several }, deps);
  const { account, arrived } = await firstAccepted(meant, tryWith);
  const displayed: Displayed = { typed, account };
  if (!arrived.ok) {
    const ofAccount =
      arrived.error.kind === "invalid"
        ? arrived.error.errors.filter(({ pointer }) => pointer.startsWith("/account"))
        : [];
    const trouble = ofAccount.length > 0 ? null : refusalWords(arrived.error);
    return {
      shown: { ...displayed, errors: ofAccount, trouble, status: arrived.error.kind === "throttled" ? 429 : 422 },
    };
  }
  const trial = arrived.value;
  if (trial.trouble !== null) {
    const who = displayedName(displayNameOf(trial.people[trial.trouble.of]));
    return {
      shown: {
        ...displayed,
        trouble: problemWords(
          trial.trouble,
          who,
          hostOf(account?.baseUrl ?? view.baseUrl ?? ""),
          meant.key === "" ? keyPlace(account ?? view) : null,
        ),
        status: 422,
      },
    };
  }
  return { trial, account, shown: { ...displayed, trial } };
}

/** The header or parameter in which a pasted key is sent; null for none. */
const keyPlace = (account: Credentials | AccountView): string | null =>
  account.username == null ? (keyNamesOf(account)[0] ?? null) : null;

type Arrived = Awaited<ReturnType<typeof tryService>>;

/** The refusal of a trial by the service: what it says; null if it did not refuse. */
const refusedWith = (arrived: Arrived): string | null => {
  const trouble = arrived.ok ? arrived.value.trouble : null;
  const status = trouble !== null && "status" in trouble.fault ? trouble.fault.status : null;
  return status === 401 || status === 403 ? (trouble!.words ?? "") : null;
};

/** Tries the account. If its key is refused, it is tried elsewhere, first where the refusal says that it goes. */
async function firstAccepted(
  { account, key }: Meant,
  tryWith: (account: Credentials | null) => Promise<Arrived>,
): Promise<{ account: Credentials | null; arrived: Arrived }> {
  const arrived = await tryWith(account);
  const words = refusedWith(arrived);
  if (words === null || account === null || key === "") return { account, arrived };
  for (const way of otherWays(key, words)) {
    const other = { ...way, baseUrl: account.baseUrl };
    const next = await tryWith(other);
    if (refusedWith(next) === null) return { account: other, arrived: next };
  }
  return { account, arrived };
}

/** The params of a target for a person: the ID, with the handle next to it. */
const paramsOf = ({ params: { userId, roomId, handle } }: Person): JsonObject => ({
  ...(userId === undefined ? {} : { userId }),
  ...(roomId === undefined || userId !== undefined ? {} : { roomId }),
  ...(handle === undefined ? {} : { handle }),
});

/** The identities by which a creator may be watched already: the ID, or the name that is not looked up yet. */
function identitiesOf(params: JsonObject): string[] {
  const live = targetKinds["live"]!;
  const alias = live.resolves!.alias(params);
  return [live.identity(params), ...(alias === null ? [] : [alias])];
}

/** Watches the two creators that a service was tested with, unless they are watched, and starts the proof of its rule. */
async function watchBoth(
  context: PageContext<FirstStepsPorts & PollingPorts & ImportPorts>,
  { people, conclusion, hide }: Trial,
): Promise<void> {
  const { firstSteps, keep: store, polling } = context.ports;
  const both = people.map((one, of) => {
    const params = paramsOf(one);
    const name = hide(conclusion?.names[of as 0 | 1] ?? displayNameOf(one));
    return { kind: "live", name: name.trim() || displayNameOf(one), params };
  });
  const known = await firstSteps.watchedAs(both.flatMap(({ params }) => identitiesOf(params)));
  const missing = both.filter(({ params }) => !identitiesOf(params).some((one) => known.has(one)));
  const deps = storeDepsAs("importTargets", context, 200);
  const rows = missing.map((value) => ({ ok: true as const, value }));
  const arrived = granted(
    missing.length === 0
      ? { ok: true as const, value: [] }
      : await importTargets(rows, false, {
          ...store,
          by: context.session.actor.name,
          watchlistIds: (named) => store.named(watchlist, named),
          write: (steps) => deps.write(steps, null),
        }),
  );
  const created = arrived.flatMap((one) => ("id" in one ? [{ id: one.id, ...missing[one.index]! }] : []));
  const rule = await firstSteps.rule();
  const ids = [...known.values(), ...created.map(({ id }) => id)];
  if (rule !== null) await firstSteps.beginProof(rule, await store.now(), ids);
  await pollSeveral(created, polling);
}

async function stored(
  context: PageContext<
    ServicePorts & FirstStepsPorts & ProbePorts & HealthPorts & HorizonPorts & DemoPorts & PollingPorts & ImportPorts
  >,
): Promise<Response> {
  const arrived = await tried(context, { several: readFound(context.fields.text(NAMES.several)) });
  if (!("trial" in arrived)) return servicePage(context, arrived.shown);
  const { trial, account, shown } = arrived;
  if (!proves(trial)) return servicePage(context, { ...shown, status: 422 });
  const { service, firstSteps } = context.ports;
  const calls = callsAllowed(context.fields, service.budget, await accountView(service));
  if (Array.isArray(calls)) return servicePage(context, { ...shown, errors: calls, status: 422 });
  granted(await storeService(account, trial.operations, calls, { ...service, ...firstSteps }));
  await context.write([], { status: 200, body: null, headers: {}, subject: null });
  await watchBoth(context, trial);
  const text =
    account === null
      ? t("The service connected")
      : t("{host} connected", { host: displayedName(hostOf(account.baseUrl)) });
  const { demo } = await context.ports.demo.state().then(({ there }) => ({ demo: there }));
  return backTo(demo ? DEMO : HERE, { text }, context);
}

async function forgotten(context: PageContext<FirstStepsPorts>): Promise<Response> {
  const nothing = Object.fromEntries(
    ["live.check", "live.info", "user.info", "user.resolve"].map((name) => [name, undefined]),
  );
  await context.ports.firstSteps.keepService(null, nothing, null);
  return backTo(HERE, { text: t("Disconnected") }, context);
}

const post = formsAt(HERE, "admin");

export const servicePages = [
  pageAt(HERE, servicePage),
  post<FirstStepsPorts & ProbePorts & ServicePorts & HealthPorts & HorizonPorts>(
    "",
    "probeOperation",
    async (context) => servicePage(context, (await tried(context)).shown),
  ),
  post("/keep", "setAccount", stored),
  post("/forget", "deleteAccount", forgotten),
];
