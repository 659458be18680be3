import type { Draw } from "../message/pictures.ts";
import { OUTLINES_FILE, outlinesFrom } from "../../../pictures/outlines.ts";

/** Returns the function that draws; null if it is not available. */
export type Drawer = () => Promise<Draw | null>;

/**
 * Loads the drawing code and its font file on first use. If that fails, it passes the error to `failed` and returns
 * null.
 */
export function drawerOf(read: (name: string) => Promise<Response>, failed: (thrown: unknown) => void): Drawer {
  let draw: Draw | undefined;
  return async () => {
    try {
      return (draw ??= await drawerIn(read));
    } catch (thrown) {
      failed(thrown);
      return null;
    }
  };
}

/** Imported lazily: it brings the runtime's zlib, which would add 5% to each start. */
async function drawerIn(read: (name: string) => Promise<Response>): Promise<Draw> {
  const { pictureOf } = await import("./picture.ts");
  const outlines = outlinesFrom(new Uint8Array(await (await read(OUTLINES_FILE)).arrayBuffer()));
  return (chart, theme) => pictureOf(chart, theme, outlines);
}
