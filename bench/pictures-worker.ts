// Draws the posted chart as often as it is asked to, and answers with the size of one picture.
import type { Chart } from "../src/core/chart.ts";
import { drawerOf } from "../src/features/digests/draw/drawer.ts";
import type { Theme } from "../src/pictures/theme.ts";

interface Env {
  ASSETS: Pick<Fetcher, "fetch">;
}

export default {
  async fetch(request: Request, { ASSETS }: Env): Promise<Response> {
    const drawer = drawerOf(
      (name) => ASSETS.fetch(`https://assets.example/${name}`),
      (thrown) => console.error(thrown),
    );
    const { searchParams } = new URL(request.url);
    const chart = await request.json<Chart>();
    let size = 0;
    const draw = Number(searchParams.get("times")) > 0 ? await drawer() : null;
    for (let left = Number(searchParams.get("times")); left > 0; left--) {
      size = draw!(chart, searchParams.get("theme") as Theme).length;
    }
    return new Response(String(size));
  },
};
