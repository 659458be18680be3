import type { Child } from "hono/jsx";
import { raw } from "hono/html";
import { cityOf } from "../../core/zone-name.ts";
import { SCRIPT_PATH, STYLE_PATH } from "./assets.ts";
import type { Flash } from "./flash.ts";
import { MORE, places } from "./nav.ts";
import { Find } from "./parts/find.tsx";
import { Form } from "./parts/form.tsx";
import { Icon } from "./parts/icon.tsx";
import { useScene } from "./parts/scene.ts";
import { language } from "./words/text.ts";

const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%2317181c'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23ff3b30'/%3E%3C/svg%3E";

const HATCH = raw(
  '<svg width="0" height="0" class="sr" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0v6"/></pattern></defs></svg>',
);

interface DocumentProps {
  title: string;
  /** True for the response to a form: its address has no GET, so the page is never reloaded. */
  still: boolean;
  /** The version it was rendered from; null if the tab does not poll. */
  version: string | null;
  /** How often its tab polls for changes, seconds. */
  every: number;
  children?: Child;
}

/** Renders the whole document around a body. */
export function Document({ title, still, version, every, children }: DocumentProps) {
  const { nonce, readerZone } = useScene();
  const known = {
    ...(version === null ? {} : { "data-version": version }),
    "data-every": every,
    ...(still ? { "data-still": true } : {}),
  };
  return (
    <html lang={language()} data-zone={readerZone ?? ""} {...known}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title === "Tallylight" ? title : `${title} · Tallylight`}</title>
        <link rel="icon" href={FAVICON} />
        <link rel="stylesheet" href={STYLE_PATH} nonce={nonce} />
        <script src={SCRIPT_PATH} nonce={nonce} defer></script>
      </head>
      <body>
        {HATCH}
        {children}
      </body>
    </html>
  );
}

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
      Skip to content
    </a>
    <Rail path={path} shell={shell} />
    <main id="main" tabindex={-1}>
      <p id="stale" class="late-note" hidden>
        <Icon name="hand" small />
        Connection lost. Last updated at <span></span>.
      </p>
      {shell.demo ? (
        <p class="demo-line">
          <b>Demo</b> Demo creators and their history are simulated. <a href="/first-steps/demo">Start clean</a>
        </p>
      ) : null}
      {children}
      <p id="told" class="sr" aria-live="polite"></p>
    </main>
    <nav class="bar" aria-label="Main" id="bar" data-live>
      {places
        .filter(({ bar }) => bar !== undefined)
        .map((place) => (
          <a href={place.path} {...current(path, place.path)}>
            <Icon name={place.icon} />
            {place.label}
            {place.path === "/" && shell.onAir > 0 ? <OnAirCount count={shell.onAir} /> : null}
          </a>
        ))}
      <a href={MORE} {...(places.find((place) => place.path === path)?.bar === true ? {} : current(MORE, MORE))}>
        <Icon name="more" />
        More
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
    <span class="sr">, {aboutMany(count)} live</span>
  </em>
);

const Rail = ({ path, shell: { onAir, service } }: Pick<FrameProps, "path" | "shell">) => (
  <header class="rail" id="rail" data-live>
    <a class="brand" href="/">
      <span class={onAir > 0 ? "lamp on" : "lamp"} aria-hidden="true"></span>
      Tallylight
    </a>
    <Find id="find" label="Search or go to" />
    <nav aria-label="Pages">
      <ul>
        {places.map((place) => (
          <li class={place.apart === true ? "apart" : ""}>
            <a
              href={place.path}
              {...current(path, place.path)}
              {...(place.key === undefined ? {} : { "data-go": place.key })}
            >
              <Icon name={place.icon} />
              {place.label}
              {place.path === "/" && onAir > 0 ? (
                <span class="num on">
                  {aboutMany(onAir)}
                  <span class="sr"> live</span>
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
  return readerZone === null || readerZone === zone ? <></> : <p class="clock-of">Times in {cityOf(zone)}</p>;
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
          Undo
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
