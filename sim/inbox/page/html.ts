import { receivers } from "../../../build/receivers.ts";
import type { Column } from "../receiver.ts";

/** The columns in use by the demo; the others appear with their first message. */
export const demoColumns: ReadonlySet<string> = new Set(
  Object.values(receivers).flatMap(({ column, demo }) => (demo === undefined ? [] : [column.id])),
);

/** The columns of the page without duplicates: those of the demo by title, then the others. */
export const columns: Column[] = [
  ...new Map(Object.values(receivers).map(({ column }) => [column.id, column])).values(),
].toSorted((a, b) => Number(demoColumns.has(b.id)) - Number(demoColumns.has(a.id)) || (a.title < b.title ? -1 : 1));

/** The column of each channel kind. */
export const columnOf: Record<string, string> = Object.fromEntries(
  Object.entries(receivers).map(([kind, { column }]) => [kind, column.id]),
);

const columnHtml = ({ id, title, heading: [sign, name, small], narrow }: Column): string =>
  `  <section class="column ${id}${narrow === true ? " narrow" : ""}" aria-label="${title}"${demoColumns.has(id) ? "" : " hidden"}>
    <h2><span class="hash">${sign}</span> ${name} <small>${small}</small><b class="count" id="${id}-count"></b></h2>
    <div class="feed" id="${id}" aria-live="polite"></div>
  </section>`;

/** The inbox page; its script renders the content. */
export const inboxHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>Tallylight inbox</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%2317181c'/%3E%3Ccircle cx='16' cy='16' r='8' fill='%23ff3b30'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/inbox/style.css">
</head>
<body>
<header class="top">
  <span class="lamp" id="lamp" aria-hidden="true"></span>
  <h1>Tallylight</h1>
  <span class="sub">simulator inbox</span>
  <span class="status" id="status" role="status"></span>
</header>
<section class="cast" id="cast" aria-label="Creators of the demo world"></section>
<main class="columns">
${columns.map(columnHtml).join("\n")}
</main>
<script src="/inbox/app.js" defer></script>
</body>
</html>
`;
