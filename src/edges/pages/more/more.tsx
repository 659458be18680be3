import { type Page, pageAt } from "../page.ts";
import { MORE, places } from "../nav.ts";
import { PlaceRow } from "../parts/place-row.tsx";
import { Find } from "../parts/find.tsx";
import { show } from "../show.tsx";
import { Head } from "../shapes/head.tsx";
import { marked, t } from "../words/text.ts";

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

export const morePages: Page[] = [
  pageAt(MORE, [], (context) => show(context, { title: t("More"), path: MORE, body: <More /> })),
];
