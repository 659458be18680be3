import type { Page, Visit } from "../page.ts";
import { places } from "../nav.ts";
import { show } from "../show.tsx";

const LIST: [keys: string[], does: string][] = [
  [["/"], "Search, or go somewhere"],
  ...places.flatMap(({ key, label }): [string[], string][] =>
    key === undefined ? [] : [[["g", key], `Go to ${label}`]],
  ),
  [["j"], "Next row"],
  [["k"], "Row before"],
  [["Enter"], "Open the row"],
  [["x"], "Choose the row"],
  [["e"], "Edit what the page is about"],
  [["s"], "Snooze it"],
  [["z"], "Take back what was just done"],
  [["?"], "This list"],
];

const Keys = () => (
  <>
    <div class="head">
      <div>
        <h1>Keyboard</h1>
        <p>One key each, never while you type.</p>
      </div>
    </div>
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
          Use these keys in this browser
        </label>
      </p>
      <noscript>
        <p class="soft">They need scripts, which are off in this browser.</p>
      </noscript>
    </section>
  </>
);

export const keyPages: Page[] = [
  {
    method: "get",
    path: "/keys",
    scope: "read",
    handle: (visit: Visit) => show(visit, { title: "Keyboard", path: "/keys", body: <Keys /> }),
  },
];
