import type { Draw } from "../../flows/digest/pictures.ts";
import { OUTLINES_FILE, outlinesFrom } from "../../pictures/outlines.ts";
import { pictureOf } from "./picture.ts";

let draw: Draw | undefined;

/**
 * What draws, with the font of the files beside the script: read once in an isolate, by one call. Null where it cannot be had:
 * `failed` hears why.
 */
export const drawerOf =
  (read: (name: string) => Promise<Response>, failed: (thrown: unknown) => void) => async (): Promise<Draw | null> => {
    try {
      return (draw ??= await drawerIn(read));
    } catch (thrown) {
      failed(thrown);
      return null;
    }
  };

async function drawerIn(read: (name: string) => Promise<Response>): Promise<Draw> {
  const outlines = outlinesFrom(new Uint8Array(await (await read(OUTLINES_FILE)).arrayBuffer()));
  return (chart, theme) => pictureOf(chart, theme, outlines);
}
