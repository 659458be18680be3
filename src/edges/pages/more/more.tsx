import { type Page, pageAt } from "../page.ts";
import { MORE, places } from "../nav.ts";
import { PlaceRow } from "../parts/place-row.tsx";
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
        .map((place) => (
          <PlaceRow {...place} />
        ))}
      <PlaceRow path="/keys" label="Keyboard shortcuts" icon="keys" />
    </ul>
  </>
);

export const morePages: Page[] = [
  pageAt(MORE, [], (context) => show(context, { title: "More", path: MORE, body: <More /> })),
];
