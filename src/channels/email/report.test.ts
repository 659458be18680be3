import { expect, test } from "vitest";
import { pictureOf, reported, weekReport, withPictures } from "../../../test/support/emails.ts";
import { email } from "./kind.ts";

test("a digest has tables, charts with their description, and links to the whole", () => {
  const linked = {
    ...weekReport,
    sections: weekReport.sections.map((section) => ({
      ...section,
      links: [{ label: "All rows as CSV", url: "https://tally.example.org/pictures/k-airtime.csv?a=1&b=2" }],
    })),
  };
  const pictured = withPictures(linked, (name) => pictureOf(name, { url: `https://tally.example.org/${name}.png` }));
  const { subject, text, html } = reported(pictured);
  expect(subject).toBe(`${weekReport.title}: ${weekReport.headline}`);
  expect(html).toMatch(
    /<tr><td[^>]*>Bigfoot Fitness<\/td><td[^>]*>12 h 30 m<\/td><td[^>]*>\+20 %<\/td><td[^>]*>[▁-█·]+</,
  );
  expect(html).toContain("+12 more");
  expect(html).toContain('<img src="https://tally.example.org/lives.png" alt="Bars: lives of seven days');
  expect(html).toContain('<a href="https://tally.example.org/pictures/k-airtime.csv?a=1&amp;b=2">All rows as CSV</a>');
  expect(text).toContain("All rows as CSV https://tally.example.org/pictures/k-airtime.csv?a=1&b=2");
  expect(text).toContain("Bars: lives of seven days");
  const unpictured = reported(withPictures(linked, (name) => pictureOf(name)));
  expect(unpictured.html).not.toContain("<img");
  expect(unpictured.html).toContain("Bars: lives of seven days");
});

test("the preview of a digest says its headline once, and shows a chart instead of its description", () => {
  const pictured = withPictures(weekReport, (name) =>
    pictureOf(name, { url: `https://tally.example.org/${name}.png` }),
  );
  const { subject, text, html } = reported(pictured);
  const parts = email.preview!.parts({ subject, text, html: html! });
  const shown = JSON.stringify(parts);
  expect(shown.split(JSON.stringify(weekReport.headline).slice(1, -1))).toHaveLength(2);
  expect(shown).not.toContain("Bars: lives of seven days");
  expect(parts).toContainEqual({ is: "picture", address: "https://tally.example.org/lives.png" });
  expect(shown).toContain("Bigfoot Fitness");
});

const withFiles = (...sizes: number[]) => ({
  ...weekReport,
  sections: weekReport.sections.map((section, index) => {
    const size = sizes[index];
    const file = { name: `airtime-${index}.csv`, type: "text/csv", bytes: new Uint8Array(size ?? 0).fill(97) };
    return { ...section, file: size === undefined ? null : file };
  }),
});
const attached = (...sizes: number[]): string[] => reported(withFiles(...sizes)).files.map(({ name }) => name);

test("tables are attached as they are, up to two megabytes together", () => {
  expect(reported(withFiles(3)).files).toEqual([{ name: "airtime-0.csv", content: btoa("aaa") }]);
  expect(attached(1_000_000, 1_000_000)).toEqual(["airtime-0.csv", "airtime-1.csv"]);
  expect(attached(1_000_001, 1_000_000)).toEqual(["airtime-0.csv"]);
  expect(attached(2_000_001, 5)).toEqual(["airtime-1.csv"]);
  expect(reported(withFiles(3), {}, true).files).toEqual([]);
  expect(reported(weekReport).files).toEqual([]);
});
