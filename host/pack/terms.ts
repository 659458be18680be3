import { readFileSync } from "node:fs";
import { termsOf } from "../../tools/openapi/third-party.ts";
import { inRoot } from "../place.ts";

/** MIT-licensed packages without a license file, and their copyright lines from their repositories. */
const WITHOUT_FILE: Record<string, string> = {
  miniflare: "Copyright (c) 2020 Cloudflare, Inc. <triangle@cloudflare.com>",
};

/** The license texts of the packages in these folders. Throws if one has none. */
export function termsOfAll(folders: string[]): string {
  const texts = folders.map((folder) => {
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const holder = WITHOUT_FILE[name];
    if (holder === undefined) return termsOf(folder);
    const mit = readFileSync(inRoot("LICENSE"), "utf8").replace(/^Copyright .*$/m, holder);
    return `${name}\n\n${mit}`;
  });
  return ["Code of these packages is in lib, sqlite and workers.json.br, under their own terms.", ...texts].join(
    "\n\n",
  );
}
