// Draws the posted chart as often as it is asked to, and answers with the size of one picture.
import type { Chart } from "../src/core/chart.ts";
import { pictureOf } from "../src/edges/picture/picture.ts";
import type { Theme } from "../src/pictures/theme.ts";

export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const chart = await request.json<Chart>();
    let size = 0;
    for (let left = Number(searchParams.get("times")); left > 0; left--) {
      size = pictureOf(chart, searchParams.get("theme") as Theme).length;
    }
    return new Response(String(size));
  },
};
