import { listed } from "../../../core/language.ts";
import { type Page, type PageContext, pageAt } from "../page.ts";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Avatar, Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { Art } from "./art.tsx";
import { showStep } from "./frame.tsx";
import { pathOf, progressOf, type Progress, type Step } from "./steps.ts";

const HERE = pathOf("done");

/** Limit on the live creators that are named. */
const MAX_NAMED = 6;

const MISSING: Record<string, string> = {
  service: "connect the data service",
  channel: "choose where alerts go",
  creators: "add creators",
};

/** The steps that are required before alerts arrive. */
const missingIn = ({ steps, account }: Progress): Step[] =>
  steps.filter(({ name, done }) => !done && name !== "done" && (name !== "service" || account.source !== "default"));

const notifiedOn = ({ channels }: Progress): string =>
  listed("en", [
    ...new Set(channels.filter(({ enabled, alerted }) => enabled && alerted).map(({ name }) => shownName(name))),
  ]);

const watchedWords = ({ creators }: Progress): string =>
  creators === 1 ? "One creator is" : `${creators} creators are`;

async function donePage(
  context: PageContext<"onAirByName" | "firstSteps" | "service" | "shell" | "health">,
): Promise<Response> {
  const named = { watchlistId: null, after: null, until: null, most: MAX_NAMED };
  const [progress, { airing }] = await Promise.all([progressOf(context), context.ports.onAirByName(named)]);
  const missing = missingIn(progress);
  const all = missing.length === 0;
  const body = (
    <>
      <section class="finish" id="finish" data-live>
        <Art step="done" dark={airing.length === 0} />
        <h2>{all ? "You'll be notified within a minute" : "Almost done"}</h2>
        {all ? (
          <p class="soft">
            {watchedWords(progress)} watched. Alerts go to <bdi>{notifiedOn(progress)}</bdi>. You can close this page;
            Tallylight keeps running.
          </p>
        ) : (
          <p class="soft">
            Before you get alerts:{" "}
            {listed(
              "en",
              missing.map(({ name }) => MISSING[name]!),
            )}
            .
          </p>
        )}
        <p class="line">
          {all ? (
            <ButtonLink href="/" look="main">
              See who is live
            </ButtonLink>
          ) : (
            missing.map(({ name, title }, index) => (
              <ButtonLink href={pathOf(name)} look={index === 0 ? "main" : "plain"}>
                {title}
              </ButtonLink>
            ))
          )}
        </p>
      </section>
      <section class="flow" id="on-air-now" data-live>
        <h3>Live now</h3>
        {airing.length === 0 ? (
          <p class="soft">{progress.creators === 0 ? "No creators yet." : "No one, as far as we know."}</p>
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
        <h3>Next steps</h3>
        <p class="line">
          <ButtonLink href="/alerts" icon="alert">
            Set up alerts
          </ButtonLink>
          <Allowed scope="write">
            <ButtonLink href="/creators/add" icon="plus">
              Add creators
            </ButtonLink>
          </Allowed>
          <ButtonLink href="/channels" icon="channel">
            Add a channel
          </ButtonLink>
        </p>
        {progress.account.source === "default" ? (
          <p class="soft small">
            The demo's data is made up. <a href={pathOf("service")}>Connect your own service</a> to watch real creators.
          </p>
        ) : null}
      </section>
    </>
  );
  return showStep(context, { progress, at: "done", body });
}

export const donePages: Page[] = [pageAt(HERE, ["onAirByName", "health", "shell", "firstSteps", "service"], donePage)];
