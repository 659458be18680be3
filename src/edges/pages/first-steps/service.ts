import { storeService } from "../../../flows/manage/connect/keep-service.ts";
import { calledBy } from "../../../flows/manage/connect/somebody.ts";
import { tryService, type Trial } from "../../../flows/manage/connect/trial.ts";
import type { Credentials } from "../../../flows/manage/service.ts";
import { granted } from "../../http/problem.ts";
import { backTo } from "../back-to.ts";
import { formsAt, type Page, type PageContext, pageAt } from "../page.ts";
import { shownName } from "../words/name.ts";
import { meantBy } from "./account.ts";
import { HERE, proves, servicePage, type Shown } from "./service-page.tsx";
import { FIRST, hostOf, progressOf } from "./steps.ts";
import { refusalWords, troubleWords } from "./trouble-words.ts";
import { typedIn } from "./typed.ts";

/** Tries what was typed; shows why it did not work, or what came of it. */
async function tried(
  context: PageContext<"upstream" | "firstSteps" | "service" | "shell" | "health" | "keep">,
): Promise<{ shown: Shown } | { trial: Trial; shown: Shown; account: Credentials | null }> {
  const { ports } = context;
  const view = (await progressOf(context)).account;
  const typed = typedIn(context);
  const meant = await meantBy(context, typed, view);
  if (Array.isArray(meant)) return { shown: { typed, errors: meant, status: 422 } };
  const { account, check, resolve, people } = meant;
  const shown: Shown = { typed: meant.typed, account };
  const wish = { account, check, resolve, people, chosen: meant.typed.chosen };
  const came = await tryService(wish, { ...ports.upstream, operations: () => ports.firstSteps.operations() });
  if (!came.ok) {
    const ofAccount =
      came.error.kind === "invalid" ? came.error.errors.filter(({ pointer }) => pointer.startsWith("/account")) : [];
    const trouble = ofAccount.length > 0 ? null : refusalWords(came.error);
    return { shown: { ...shown, errors: ofAccount, trouble, status: came.error.kind === "throttled" ? 429 : 422 } };
  }
  const trial = came.value;
  if (trial.trouble !== null) {
    const who = shownName(calledBy(trial.people[trial.trouble.of]));
    return { shown: { ...shown, trouble: troubleWords(trial.trouble, who), status: 422 } };
  }
  return { trial, account, shown: { ...shown, trial } };
}

async function stored(
  context: PageContext<"service" | "firstSteps" | "upstream" | "shell" | "health" | "keep">,
): Promise<Response> {
  const came = await tried(context);
  if (!("trial" in came)) return servicePage(context, came.shown);
  const { trial, account, shown } = came;
  if (!proves(trial)) return servicePage(context, { ...shown, status: 422 });
  granted(await storeService(account, trial.operations, { ...context.ports.service, ...context.ports.firstSteps }));
  const host = account === null ? "The service" : shownName(hostOf(account.baseUrl));
  return backTo(FIRST, { text: `${host} connected` }, context);
}

async function forgotten(context: PageContext<"firstSteps">): Promise<Response> {
  const nothing = Object.fromEntries(
    ["live.check", "live.info", "user.info", "user.resolve"].map((name) => [name, undefined]),
  );
  await context.ports.firstSteps.keepService(null, nothing);
  return backTo(HERE, { text: "Disconnected" }, context);
}

const post = formsAt(HERE, "admin");

export const servicePages: Page[] = [
  pageAt(HERE, ["firstSteps", "service", "shell", "health", "keep"], servicePage),
  post("", "probeOperation", ["firstSteps", "upstream", "service", "shell", "health", "keep"], async (context) =>
    servicePage(context, (await tried(context)).shown),
  ),
  post("/keep", "setAccount", ["keep", "shell", "firstSteps", "service", "health", "upstream"], stored),
  post("/forget", "deleteAccount", ["firstSteps"], forgotten),
];
