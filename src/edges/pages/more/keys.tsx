import { type Page, pageAt } from "../page.ts";
import { places } from "../nav.ts";
import { show } from "../show.tsx";
import { Head } from "../shapes/head.tsx";

const LIST: [keys: string[], does: string][] = [
  [["/"], "Search"],
  ...places.flatMap(({ key, label }): [string[], string][] =>
    key === undefined ? [] : [[["g", key], `Go to ${label}`]],
  ),
  [["j"], "Next row"],
  [["k"], "Previous row"],
  [["Enter"], "Open the row"],
  [["x"], "Select the row"],
  [["e"], "Edit"],
  [["s"], "Snooze"],
  [["z"], "Undo the last change"],
  [["?"], "Show this list"],
];

const Keys = () => (
  <>
    <Head title="Keyboard shortcuts">They are ignored while you type.</Head>
    <section class="card pad flow">
      <dl class="keys">
        {LIST.map(([keys, does]) => (
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
          Use shortcuts in this browser
        </label>
      </p>
      <noscript>
        <p class="soft">Shortcuts need JavaScript, which is off in this browser.</p>
      </noscript>
    </section>
  </>
);

export const keyPages: Page[] = [
  pageAt("/keys", [], (context) => show(context, { title: "Keyboard shortcuts", path: "/keys", body: <Keys /> })),
];
