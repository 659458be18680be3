import { resources } from "../../src/resources/registry.ts";

const ROW = /^\| `([\w-]+)` \| [\d,]+ \|(.*)\|$/gm;
const TABLE = /(## Quotas\n[^#]*?\|---\|---\|---\|\n)((?:\|.*\n)*)/;

/** The page of the limits with the quota of every resource; what is noted of one stays. */
export const withQuotas = (page: string): string =>
  page.replace(TABLE, (_, head: string, rows: string) => {
    const notes = new Map([...rows.matchAll(ROW)].map(([, name, note]) => [name, note]));
    const now = resources.map(
      ({ name, most: { count } }) => `| \`${name}\` | ${count.toLocaleString("en")} |${notes.get(name) ?? " "}|\n`,
    );
    return head + now.join("");
  });
