import fc from "fast-check";

/** Somebody as written in a cell or line, and who must be read there: null where a spreadsheet lost the id. */
export interface PastedPerson {
  name: string;
  text: string;
  /** A number cell of a workbook in place of a text. */
  isNumber: boolean;
  identity: string | null;
}

const grouped = (id: string): string => id.replaceAll(/\B(?=(\d{3})+$)/g, ",");

const WAYS: ((id: string) => Omit<PastedPerson, "name">)[] = [
  (id) => ({ text: id, isNumber: false, identity: id }),
  (id) => ({ text: `="${id}"`, isNumber: false, identity: id }),
  (id) => ({ text: `'${id}`, isNumber: false, identity: id }),
  (id) => ({ text: grouped(id), isNumber: false, identity: id }),
  (id) => ({ text: id, isNumber: true, identity: id }),
  (id) => ({ text: `${id.slice(0, 15)}0000`, isNumber: true, identity: null }),
  (id) => ({ text: `${id[0]!}.${id.slice(1, 6)}E+18`, isNumber: true, identity: null }),
];

const NAMES = ["Maria Rossi", "猫カフェ", "ليلى", "Zoé & Co", "O’Neil", "Анна", ""];

/** People of whom no two are the same, with handles, links and ids. */
export const people: fc.Arbitrary<PastedPerson[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      handle: fc.option(fc.stringMatching(/^[a-z]{4,9}$/)),
      link: fc.boolean(),
      id: fc.stringMatching(/^7\d{17}[1-9]$/),
      way: fc.constantFrom(...WAYS),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((all) =>
    all.map(({ name, handle, link, id, way }, at) => {
      if (handle === null) return { name, ...way(id) };
      const called = `${handle}.${at}`;
      const text = link ? `https://www.example.com/@${called}` : `@${called}`;
      return { name, text, isNumber: false, identity: `@${called}` };
    }),
  )
  .filter((all) => new Set(all.map(({ text, identity }) => identity ?? text)).size === all.length);
