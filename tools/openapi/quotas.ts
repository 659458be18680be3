import { resources } from "../../src/resources/registry.ts";

const ROW = /^\| `([\w-]+)` \| [\d,]+ \|(.*)\|$/gm;
const TABLE = /(## Quotas\n[^#]*?\|---\|---\|---\|\n)((?:\|.*\n)*)/;

/** The page of limits with the quotas of all resources. Notes on the page are kept. */
export const withQuotas = (page: string): string =>
  page.replace(TABLE, (_, head: string, rows: string) => {
    const notes = new Map([...rows.matchAll(ROW)].map(([, name, note]) => [name, note]));
    const now = resources.map(
      ({ name, quota: { count } }) => `| \`${name}\` | ${count.toLocaleString("en")} |${notes.get(name) ?? " "}|\n`,
    );
    return head + now.join("");
  });
