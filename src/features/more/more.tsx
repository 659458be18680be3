import { pageAt } from "../../ui/page.ts";
import { MORE, places } from "../../ui/nav.ts";
import { PlaceRow } from "../../ui/parts/place-row.tsx";
import { Find } from "../../ui/parts/find.tsx";
import { show } from "../../ui/show.tsx";
import { Head } from "../../ui/shapes/head.tsx";
import { marked, t } from "../../ui/words/text.ts";

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
