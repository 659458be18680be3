import type { Child } from "hono/jsx";
import { cityOf } from "../core/calendar.ts";
import type { UndoForm } from "./flash.ts";
import { MORE, places } from "./nav.ts";
import { Find } from "./parts/find.tsx";
import { Form } from "./parts/form.tsx";
import { Icon } from "./parts/icon.tsx";
import { useScene } from "./parts/scene.ts";
import { Time } from "./parts/time.tsx";
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

/** The message of the last change, and the form that undoes it; null if nothing does. */
export interface Toasted {
  text: string;
  form: UndoForm | null;
}

/** A change that can still be undone. */
export interface Offered {
  text: string;
  form: UndoForm;
  /** Epoch ms. */
  until: number;
  leftMs: number;
  /** True if the toast offers it, so that it waits until that is gone. */
  toasted: boolean;
}

interface FrameProps {
  /** The path of the navigation item that this page belongs to. */
  path: string;
  shell: Shell;
  flash: Toasted | null;
  undoables: Offered[];
  children?: Child;
}

const current = (here: string, path: string) => (here === path ? { "aria-current": "page" as const } : {});

/** Renders the navigation around a page: a rail at the side, or a bar at the bottom of a phone. */
export const Frame = ({ path, shell, flash, undoables, children }: FrameProps) => (
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
      {undoables.map((one) =>
        one.toasted ? (
          <template id="after-toast">
            <UndoLine one={one} />
          </template>
        ) : (
          <UndoLine one={one} />
        ),
      )}
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

const UndoButton = ({ action, fields }: UndoForm) => (
  <Form action={action}>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class="btn bare">
      {t("Undo")}
    </button>
  </Form>
);

const Toast = ({ flash: { text, form } }: { flash: Toasted }) => (
  <div class="toast" id="toast" role="status">
    <span>{text}</span>
    {form === null ? null : <UndoButton {...form} />}
  </div>
);

/** A change that a page offers to undo until its time is over. */
const UndoLine = ({ one: { text, form, until, leftMs } }: { one: Offered }) => (
  <div class="undo-line" data-ends={String(leftMs)}>
    <span>
      {text}
      {" · "}
      <span class="soft">
        <T of="can be undone until {when}" when={<Time at={until} />} />
      </span>
    </span>
    <UndoButton {...form} />
  </div>
);

/** Renders a page without navigation: signing in, and errors before anybody is signed in. */
export const StandaloneFrame = ({ children }: { children?: Child }) => (
  <main class="door" id="main" tabindex={-1}>
    <div class="box">{children}</div>
  </main>
);
