import { listed } from "../../../core/language.ts";
import { pageAt, type PageContext } from "../../../ui/page.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Art, showStep } from "./frame.tsx";
import { pathOf, type Progress, progressOf, type Step } from "./steps.ts";
import { about } from "../../../ui/words/time.ts";
import { language, marked, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { LivePorts } from "../../history/sessions.ts";
import type { FirstStepsPorts } from "../first-steps.ts";
import type { ServicePorts } from "../../../engine/upstream/definition.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";

const HERE = pathOf("done");

/** Limit on the live creators that are named. */
const MAX_NAMED = 6;

const MISSING: Record<string, string> = {
  service: marked("connect the data service"),
  channel: marked("choose where alerts go"),
  creators: marked("add creators"),
};

const WAYS: Record<string, string> = {
  service: marked("Connect the service"),
  channel: marked("Choose a channel"),
  creators: marked("Add creators"),
};

/** The steps that are required before alerts arrive. */
const missingIn = ({ steps, account }: Progress): Step[] =>
  steps.filter(({ name, done }) => !done && name !== "done" && (name !== "service" || account.source !== "default"));

const notifiedOn = ({ channels }: Progress): string =>
  listed(language(), [
    ...new Set(
      channels
        .filter(({ enabled, alerted, failing }) => enabled && alerted && !failing)
        .map(({ name }) => displayedName(name)),
    ),
  ]);

const soonWords = ({ lateSeconds }: Progress): string =>
  lateSeconds === null
    ? t("You'll be notified when someone goes live")
    : lateSeconds === 0
      ? t("You'll be notified within a minute")
      : t("You'll be notified about {time} after a start", { time: about(lateSeconds) });

const watchedWords = ({ creators }: Progress): string =>
  plural(creators, "One creator is watched.", "{n} creators are watched.");

async function donePage(
  context: PageContext<LivePorts & FirstStepsPorts & ServicePorts & HealthPorts>,
): Promise<Response> {
  const named = { watchlistId: null, after: null, until: null, most: MAX_NAMED };
  const [progress, { airing }] = await Promise.all([progressOf(context), context.ports.onAirByName(named)]);
  const missing = missingIn(progress);
  const all = missing.length === 0;
  const body = (
    <>
      <section class="finish" id="finish" data-live>
        <Art step="done" dark={airing.length === 0} />
        <h2>{all ? soonWords(progress) : t("Almost done")}</h2>
        {all ? (
          <p class="soft">
            {watchedWords(progress)}{" "}
            <T
              of="Alerts go to {channels}. You can close this page; Tallylight keeps running."
              channels={<bdi>{notifiedOn(progress)}</bdi>}
            />
          </p>
        ) : (
          <p class="soft">
            {t("Before you get alerts: {steps}.", {
              steps: listed(
                language(),
                missing.map(({ name }) => t(MISSING[name]!)),
              ),
            })}
          </p>
        )}
        {progress.channels
          .filter(({ enabled, alerted, failing }) => enabled && alerted && failing)
          .map(({ id, name }) => (
            <Note tone="hand">
              <p>
                <T of="Messages to {channel} aren't arriving" channel={<Name of={name} />} />{" "}
                <a href={`/channels#${id}`}>{t("Open channel")}</a>
              </p>
            </Note>
          ))}
        <p class="line">
          {all ? (
            <ButtonLink href="/" look="main">
              {t("See who is live")}
            </ButtonLink>
          ) : (
            missing.map(({ name }, index) => (
              <ButtonLink href={pathOf(name)} look={index === 0 ? "main" : "plain"}>
                {t(WAYS[name]!)}
              </ButtonLink>
            ))
          )}
        </p>
      </section>
      <section class="flow" id="on-air-now" data-live>
        <h3>{t("Live now")}</h3>
        {airing.length === 0 ? (
          <p class="soft">{progress.creators === 0 ? t("No creators yet.") : t("No one, as far as we know.")}</p>
        ) : (
          <ul class="airing">
            {airing.map(({ id, name }) => (
              <li>
                <Avatar name={name} of={id} live />
                <a class="cut" href={`/creators/${id}`}>
                  <Name of={name} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="flow">
        <h3>{t("Next steps")}</h3>
        <p class="line">
          <ButtonLink href="/alerts" icon="alert">
            {t("Set up alerts")}
          </ButtonLink>
          <Allowed scope="write">
            <ButtonLink href="/creators/add" icon="plus">
              {t("Add creators")}
            </ButtonLink>
          </Allowed>
          <ButtonLink href="/channels" icon="channel">
            {t("Add a channel")}
          </ButtonLink>
        </p>
        {progress.account.source === "default" ? (
          <p class="soft small">
            <T
              of="The demo's data is made up. <a>Connect your own service</a> to watch real creators."
              a={(text) => <a href={pathOf("service")}>{text}</a>}
            />
          </p>
        ) : null}
      </section>
    </>
  );
  return showStep(context, { progress, at: "done", body });
}

export const donePages = [pageAt(HERE, donePage)];
