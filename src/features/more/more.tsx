import { pageAt } from "../../ui/page.ts";
import { MORE, places } from "../../ui/nav.ts";
import { Find, PlaceRow } from "../../ui/parts/find.tsx";
import { show } from "../../ui/show.tsx";
import { Head } from "../../ui/shapes/head.tsx";
import { marked, meant, t } from "../../ui/words/text.ts";

const More = () => (
  <>
    <Head title={t("More")} />
    <Find id="find-here" label={t("Search here")} />
    <ul class="rows card">
      {places
        .filter(({ bar }) => bar === undefined)
        .map((place) => (
          <PlaceRow {...place} />
        ))}
      <PlaceRow path="/keys" label={marked("Keyboard shortcuts")} icon="keys" />
    </ul>
  </>
);

export const morePages = [pageAt(MORE, (context) => show(context, { title: t("More"), path: MORE, body: <More /> }))];

const list = (): [keys: string[], does: string][] => [
  [["/"], meant("action", "Search")],
  ...places.flatMap(({ key, label }): [string[], string][] =>
    key === undefined ? [] : [[["g", key], t("Go to {page}", { page: t(label) })]],
  ),
  [["j"], t("Next row")],
  [["k"], t("Previous row")],
  [["Enter"], t("Open the row")],
  [["x"], t("Select the row")],
  [["e"], meant("action", "Edit")],
  [["s"], meant("action", "Snooze")],
  [["z"], t("Undo the last change")],
  [["?"], t("Show this list")],
];

const Keys = () => (
  <>
    <Head title={t("Keyboard shortcuts")}>{t("They are ignored while you type.")}</Head>
    <section class="card pad flow">
      <dl class="keys">
        {list().map(([keys, does]) => (
          <>
            <dt>
              {keys.map((one) => (
                <kbd>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <p id="keys-off" hidden>
        <label class="switch" for="keys-on">
          <input type="checkbox" role="switch" id="keys-on" checked />
          {t("Use shortcuts in this browser")}
        </label>
      </p>
      <noscript>
        <p class="soft">{t("Shortcuts need JavaScript, which is off in this browser.")}</p>
      </noscript>
    </section>
  </>
);

export const keyPages = [
  pageAt("/keys", (context) => show(context, { title: t("Keyboard shortcuts"), path: "/keys", body: <Keys /> })),
];
