import { readFileSync } from "node:fs";
import { termsOf } from "../openapi/third-party.ts";
import { inRoot } from "../place.ts";

/** Packages under the MIT license that bring no copy of it, with their copyright as their repositories have it. */
const WITHOUT_FILE: Record<string, string> = {
  miniflare: "Copyright (c) 2020 Cloudflare, Inc. <triangle@cloudflare.com>",
};

/** The terms of the packages in these folders. Throws where one brings none. */
export function termsOfAll(folders: string[]): string {
  const texts = folders.map((folder) => {
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const holder = WITHOUT_FILE[name];
    if (holder === undefined) return termsOf(folder);
    const mit = readFileSync(inRoot("LICENSE"), "utf8").replace(/^Copyright .*$/m, holder);
    return `${name}\n\n${mit}`;
  });
  return ["Code of these packages is in lib, under their own terms.", ...texts].join("\n\n");
}
