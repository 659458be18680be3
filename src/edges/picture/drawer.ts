import type { Draw } from "../../flows/digest/pictures.ts";
import { OUTLINES_FILE, outlinesFrom } from "../../pictures/outlines.ts";

/** Answers what draws; null where it cannot be had. */
export type Drawer = () => Promise<Draw | null>;

/** What draws, with the font of the files beside the script, which is read once. Where it cannot be had `failed` hears why. */
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

/** What draws is loaded only now: it brings the runtime's zlib, which would take a twentieth of each start. */
async function drawerIn(read: (name: string) => Promise<Response>): Promise<Draw> {
  const { pictureOf } = await import("./picture.ts");
  const outlines = outlinesFrom(new Uint8Array(await (await read(OUTLINES_FILE)).arrayBuffer()));
  return (chart, theme) => pictureOf(chart, theme, outlines);
}
