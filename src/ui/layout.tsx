import type { Child } from "hono/jsx";
import { cityOf } from "../core/calendar.ts";
import type { Flash } from "./flash.ts";
import { MORE, places } from "./nav.ts";
import { Find } from "./parts/find.tsx";
import { Form } from "./parts/form.tsx";
import { Icon } from "./parts/icon.tsx";
import { useScene } from "./parts/scene.ts";
import { t } from "./words/text.ts";
import { T } from "./words/translated.tsx";

/** The state that the frame of every page shows. */
export interface Shell {
  /** How many are live. */
  onAir: number;
  /** True while there is a demo. */
  demo: boolean;
  /** The service in two words, and since when or how. */
  service: { well: boolean; headline: string; detail: string };
}

interface FrameProps {
  /** The path of the navigation item that this page belongs to. */
  path: string;
  shell: Shell;
  flash: Flash | null;
  children?: Child;
}

const current = (here: string, path: string) => (here === path ? { "aria-current": "page" as const } : {});

/** Renders the navigation around a page: a rail at the side, or a bar at the bottom of a phone. */
export const Frame = ({ path, shell, flash, children }: FrameProps) => (
  <div class="app">
    <a class="skip" href="#main">
      {t("Skip to content")}
    </a>
    <Rail path={path} shell={shell} />
    <main id="main" tabindex={-1}>
      <p id="stale" class="late-note" hidden>
        <Icon name="hand" small />
        <T of="Connection lost. Last updated at {time}." time={<span></span>} />
      </p>
      {shell.demo ? (
        <p class="demo-line">
          <T
            of="<b>Demo</b> Demo creators are simulated. <a>Start clean</a>"
            b={(text) => <b>{text}</b>}
            a={(text) => <a href="/first-steps/demo">{text}</a>}
          />
        </p>
      ) : null}
      {children}
      <p id="told" class="sr" aria-live="polite"></p>
    </main>
    <nav class="bar" aria-label={t("Main")} id="bar" data-live>
      {places
        .filter(({ bar }) => bar !== undefined)
        .map((place) => (
          <a href={place.path} {...current(path, place.path)}>
            <Icon name={place.icon} />
            {t(place.label)}
            {place.path === "/" && shell.onAir > 0 ? <OnAirCount count={shell.onAir} /> : null}
          </a>
        ))}
      <a href={MORE} {...(places.find((place) => place.path === path)?.bar === true ? {} : current(MORE, MORE))}>
        <Icon name="more" />
        {t("More")}
      </a>
    </nav>
    {flash === null ? null : <Toast flash={flash} />}
  </div>
);

/** Returns a count as text, capped at "99+". */
export const aboutMany = (count: number): string => (count > 99 ? "99+" : String(count));

const OnAirCount = ({ count }: { count: number }) => (
  <em>
    <span aria-hidden="true">{aboutMany(count)}</span>
    <span class="sr">, {t("{n} live", { n: aboutMany(count) })}</span>
  </em>
);

const Rail = ({ path, shell: { onAir, service } }: Pick<FrameProps, "path" | "shell">) => (
  <header class="rail" id="rail" data-live>
    <a class="brand" href="/">
      <span class={onAir > 0 ? "lamp on" : "lamp"} aria-hidden="true"></span>
      Tallylight
    </a>
    <Find id="find" label={t("Search or go to")} />
    <nav aria-label={t("Pages")}>
      <ul>
        {places.map((place) => (
          <li class={place.apart === true ? "apart" : ""}>
            <a
              href={place.path}
              {...current(path, place.path)}
              {...(place.key === undefined ? {} : { "data-go": place.key })}
            >
              <Icon name={place.icon} />
              {t(place.label)}
              {place.path === "/" && onAir > 0 ? (
                <span class="num on">
                  <T
                    of="{n}<hidden> live</hidden>"
                    n={aboutMany(onAir)}
                    hidden={(text) => <span class="sr">{text}</span>}
                  />
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <OtherClock />
    <p class={service.well ? "well" : "well ill"}>
      <Icon name={service.well ? "well" : "hand"} />
      <b>{service.headline}</b>
      <span>{service.detail}</span>
    </p>
  </header>
);

/** Names the clock of the page to a reader in another time zone. */
function OtherClock() {
  const { zone, readerZone } = useScene();
  return readerZone === null || readerZone === zone ? (
    <></>
  ) : (
    <p class="clock-of">{t("Times in {city}", { city: cityOf(zone) })}</p>
  );
}

const Toast = ({ flash: { text, undo } }: { flash: Flash }) => (
  <div class="toast" id="toast" role="status">
    <span>{text}</span>
    {undo === undefined ? null : (
      <Form action={undo.action}>
        {Object.entries(undo.fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit" class="btn bare">
          {t("Undo")}
        </button>
      </Form>
    )}
  </div>
);

/** Renders a page without navigation: signing in, and errors before anybody is signed in. */
export const StandaloneFrame = ({ children }: { children?: Child }) => (
  <main class="door" id="main" tabindex={-1}>
    <div class="box">{children}</div>
  </main>
);
