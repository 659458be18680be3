import { page, type Page, type Visit } from "../page.ts";
import { MORE, places } from "../nav.ts";
import { Icon } from "../parts/icon.tsx";
import { Find } from "../parts/find.tsx";
import { show } from "../show.tsx";
import { Head } from "../shapes/head.tsx";

const More = () => (
  <>
    <Head title="More" />
    <Find id="find-here" label="Search here" />
    <ul class="rows card">
      {places
        .filter(({ bar }) => bar === undefined)
        .map(({ path, label, icon }) => (
          <li>
            <a class="place" href={path}>
              <Icon name={icon} />
              {label}
              <Icon name="right" small />
            </a>
          </li>
        ))}
      <li>
        <a class="place" href="/keys">
          <Icon name="keys" />
          Keyboard shortcuts
          <Icon name="right" small />
        </a>
      </li>
    </ul>
  </>
);

export const morePages: Page[] = [
  page({
    method: "get",
    path: MORE,
    scope: "read",
    needs: [],
    handle: (context: Visit) => show(context, { title: "More", path: MORE, body: <More /> }),
  }),
];
