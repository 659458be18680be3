import { expect, test, vi } from "vitest";
import type { Chart } from "../../../core/chart.ts";
import { picturesFor, type Draw, type PictureDeps } from "./pictures.ts";

const bars = (title: string): Chart => ({ form: "bars", title, subtitle: "", alt: title, note: null, rows: [] });
const CHARTS = { lives: bars("Lives"), products: bars("Products") };

const drawn = vi.fn<Draw>((_chart, theme) => new TextEncoder().encode(theme));
const deps: PictureDeps = { draw: drawn, publicUrl: "https://tally.example", mostFiles: 1 };

test("chats that accept files get the allowed number of dark pictures, and addresses of the others", () => {
  const { lives, products } = picturesFor("file", CHARTS, "key", "en", deps);
  expect(lives).toMatchObject({ url: null, file: { name: "lives.png", bytes: new TextEncoder().encode("dark") } });
  expect(products).toMatchObject({ file: null, url: "https://tally.example/pictures/key-products.png?theme=dark" });
  expect(drawn).toHaveBeenCalledTimes(1);
});

test("chats that fetch pictures get addresses in the reader's language; others get text", () => {
  const of = (more: Partial<PictureDeps>, key: string | null = "key") =>
    picturesFor("url", CHARTS, key, "fr", { ...deps, ...more })["lives"];
  expect(of({})).toMatchObject({ file: null, url: "https://tally.example/pictures/key-lives.png?language=fr" });
  expect(of({ publicUrl: null })).toMatchObject({ file: null, url: null, alt: "Lives" });
  expect(of({}, null)).toMatchObject({ url: null });
  expect(picturesFor("none", CHARTS, "key", "en", deps)).toEqual({});
});
