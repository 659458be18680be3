// Lists sentences without a translation. They are shown in English.
import { allCatalogues, missingIn, rest, sentencesOf, stray } from "./words/catalogues.ts";

const whole = allCatalogues.flatMap(({ en }) => sentencesOf(en)).length;

console.log(`language  missing of ${whole}  where`);
for (const language of rest) {
  const missing = allCatalogues
    .map((catalogue) => ({ ...catalogue, names: missingIn(catalogue, language) }))
    .filter(({ names }) => names.length > 0);
  const count = missing.reduce((sum, { names }) => sum + names.length, 0);
  const where = missing.map(({ name, en, names }) =>
    names.length === sentencesOf(en).length ? `${name}: all ${names.length}` : `${name}: ${names.join(", ")}`,
  );
  console.log(`${language.padEnd(8)}  ${String(count).padStart(`missing of ${whole}`.length)}  ${where.join("; ")}`);
}
for (const path of stray) console.log(`${path} belongs to no catalogue and is never used`);
