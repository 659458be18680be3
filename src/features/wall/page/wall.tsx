import { readWall, type WallPorts } from "../wall.ts";
import { page, drawnFrom, type PageContext } from "../../../ui/page.ts";
import { Clock, Day } from "../../../ui/parts/time.tsx";
import { showWhole } from "../../../ui/show.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import { agedWords, headlineOf, isBlindIn, NextUp, Tiles, unsureWords } from "../wall.tsx";

/** Renders the page for a wall display, without controls. */
async function wall(context: PageContext<WallPorts>): Promise<Response> {
  const now = await readWall(context.ports.wall);
  const blind = isBlindIn(now);
  const title = headlineOf(now, blind);
  const left = now.onAir.count + now.onAir.unknown - now.tiles.length;
  const body = (
    <main class="wall" id="main" data-live>
      <header>
        <span class={now.onAir.count > 0 && !blind ? "lamp on" : "lamp"} aria-hidden="true"></span>
        <h1>
          {title}
          <small>
            {plural(now.creators, "of {n} creator", "of {n} creators")}
            {blind ? "" : unsureWords(now)}
            {left > 0
              ? ` · ${t(now.onAir.more ? "over {n} more not shown" : "{n} more not shown", { n: String(left) })}`
              : ""}
          </small>
        </h1>
        <p class="clk">
          <Clock at={now.at} />
          <small>
            <Day at={now.at} />
          </small>
        </p>
      </header>
      <Tiles wall={now} blind={blind} />
      <NextUp wall={now} blind={blind} />
      <footer>{agedWords(now)}</footer>
    </main>
  );
  const { version } = context.session;
  const drawn = version === null ? null : drawnFrom(version, context);
  return showWhole(context, title, body, { version: drawn, pulse: now.pulse });
}

export const wallPages = [page({ method: "get", path: "/wall", scope: "read", handle: wall })];
