import { pollSeveral, type SeenNow } from "../../creators/poll-several.ts";
import { isObject } from "../../../core/json.ts";
import { AddForm } from "../../creators/pasting/add-form.tsx";
import { type Line, watchPasted } from "../../creators/pasting/watch.ts";
import { formsAt, pageAt, type PageContext } from "../../../ui/page.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Note, Pill } from "../../../ui/parts/pieces.tsx";
import { Intro, Next, showStep } from "./frame.tsx";
import { DEMO, pathOf, progressOf } from "./steps.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import type { FirstStepsPorts } from "../first-steps.ts";
import type { ServicePorts } from "../../../engine/upstream/definition.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import type { DemoPorts } from "../demo.ts";
import type { CreatorPorts } from "../../creators/creators.ts";
import type { ImportPorts } from "../../creators/import-targets.ts";
import type { PollingPorts } from "../../../engine/upstream/poll-now.ts";
import { type Typed, typedIn, UNTYPED } from "../../creators/pasting/typed.ts";

const HERE = pathOf("creators");

/** Number of creators that are checked immediately, with a call or two each. Others follow within a minute. */
const MAX_LOOKED_AT = 8;

interface Displayed {
  typed?: Typed;
  lines?: Line[];
  seen?: Map<string, SeenNow>;
  status?: number;
}

const nameOf = ({ text, wanted }: Line): string => (typeof wanted?.["name"] === "string" ? wanted["name"] : text);

/** The current state of a creator, if checked. */
function State({ line, seen }: { line: Line; seen: SeenNow | undefined }) {
  if (line.tone === "hand") return <span class="warn">{line.words}</span>;
  if (seen?.fault != null)
    return (
      <Pill tone="hand" icon="hand">
        {seen.fault.kind === "gone" ? t("not found") : t("can't be checked yet")}
      </Pill>
    );
  if (seen?.verdict === "on" || seen?.verdict === "paused") return <Pill tone="live">{t("live")}</Pill>;
  if (seen?.verdict === "off") return <Pill>{t("offline")}</Pill>;
  return <Pill icon="clock">{line.tone === "good" ? t("checked within a minute") : line.words}</Pill>;
}

const Lines = ({ lines, seen }: { lines: Line[]; seen: Map<string, SeenNow> }) => (
  <section class="flow">
    <h3>
      {plural(lines.filter(({ id }) => id !== null).length, "{n} of {all} added", "{n} of {all} added", {
        all: lines.length,
      })}
    </h3>
    <ul class="rows tight names" aria-label={t("Result of each line")}>
      {lines.map((line) => {
        const looked = line.id === null ? undefined : seen.get(line.id);
        return (
          <li>
            <Avatar name={nameOf(line).replace(/^@/, "")} of={nameOf(line)} live={looked?.verdict === "on"} />
            <span class="cut">
              {line.id === null ? (
                <Name of={line.text} />
              ) : (
                <a href={`/creators/${line.id}`}>
                  <Name of={nameOf(line)} otherwise={line.text} />
                </a>
              )}
            </span>
            <State line={line} seen={looked} />
          </li>
        );
      })}
    </ul>
  </section>
);

async function creatorsPage(
  context: PageContext<FirstStepsPorts & ServicePorts & HealthPorts & DemoPorts>,
  displayed: Displayed = {},
): Promise<Response> {
  const { typed = { ...UNTYPED, announce: true }, lines = [], seen = new Map(), status = 200 } = displayed;
  const [progress, lists, { leftAt }] = await Promise.all([
    progressOf(context),
    context.ports.lists([typed.list]),
    context.ports.demo.state(),
  ]);
  const { done } = progress.steps[2]!;
  const left = lines.filter(({ tone }) => tone === "hand").length;
  const body = (
    <>
      <Intro step="creators" title={t("Who do you want to watch?")}>
        {t("Paste @handles, links, user IDs or a spreadsheet column.")}
      </Intro>
      {lines.length === 0 ? null : <Lines lines={lines} seen={seen} />}
      {lines.length > 0 && left < lines.length ? <Next step="creators" done /> : null}
      <Allowed scope="write">
        <section class="flow">
          {left === 0 ? null : (
            <Note tone="hand" alert>
              <p>{plural(left, "{n} line was skipped. Fix it below.", "{n} lines were skipped. Fix them below.")}</p>
            </Note>
          )}
          {lines.length > 0 && left === 0 ? <h3>{t("Add more")}</h3> : null}
          <AddForm
            typed={typed}
            lists={lists}
            action={HERE}
            look={done || (lines.length > 0 && left < lines.length) ? "plain" : "main"}
          />
        </section>
      </Allowed>
      {lines.length > 0 && left < lines.length ? null : <Next step="creators" done={done && lines.length === 0} />}
      {leftAt === null ? null : (
        <Allowed scope="admin">
          <section>
            <Act action={`${DEMO}/back`} look="bare">
              {t("Bring the demo back")}
            </Act>
          </section>
        </Allowed>
      )}
    </>
  );
  return showStep(context, { progress, at: "creators", status, body });
}

async function added(
  context: PageContext<
    PollingPorts & ImportPorts & CreatorPorts & FirstStepsPorts & ServicePorts & HealthPorts & DemoPorts
  >,
): Promise<Response> {
  const typed = typedIn(context.fields);
  const arrived = await watchPasted(context, typed);
  if (arrived.wrong !== null) return creatorsPage(context, { typed: { ...typed, wrong: arrived.wrong }, status: 422 });
  const { lines, left } = arrived;
  const fresh = lines.flatMap(({ id, tone, wanted }) => {
    const params = wanted?.["params"];
    return id !== null && tone !== "hand" && isObject(params) ? [{ id, kind: wanted!["kind"] as string, params }] : [];
  });
  const seen = await pollSeveral(fresh.slice(0, MAX_LOOKED_AT), context.ports.polling);
  const none = lines.every(({ tone }) => tone === "hand");
  return creatorsPage(context, { typed: { ...typed, text: left }, lines, seen, status: none ? 422 : 200 });
}

const post = formsAt(HERE);

export const creatorsPages = [pageAt(HERE, creatorsPage), post("", "importTargets", added)];
