import { services } from "../dialects/services/sim/rules.ts";
import { bodyOf, slowDown, stringsIn, type Limits } from "../limits.ts";

/** What a text could do in plain text, Markdown or HTML: mentions, tags, links under other words, emoji. */
const ACTIVE = /@\w+|<[a-z/!@#&]|\]\(|(?<![\w+'-]):[\w+'-]+:(?!\d)/gi;

const withoutUrls = (text: string): string => text.replace(/https?:\/\/\S+/g, "");

export const limits: Limits = {
  problems(request) {
    const body = bodyOf(request);
    const invalid = services["teams"]!.refusal(body);
    const checks: [string, boolean][] = [
      ["28 KB", new TextEncoder().encode(request.body).length <= 28 * 1024],
      ["method", request.method === "POST"],
      ["header", Object.values(request.headers).every((value) => /^[\x20-\x7e]+$/.test(value))],
      [invalid ?? "", invalid === undefined],
    ];
    return checks.flatMap(([what, fine]) => (fine ? [] : [what]));
  },
  carries: { full: 3300, plain: 3300 },
  calls: [],
  refuses: { status: 413, body: "" },
  refusals: [
    { name: "413", status: 413, body: "", means: "content" },
    { name: "400", status: 400, body: '{"error":"bad request"}', means: "state" },
    { name: "422", status: 422, body: "", means: "state" },
    { name: "401", status: 401, body: "", means: "state" },
    { name: "418", status: 418, body: "", means: "state" },
    { name: "410", status: 410, body: "", means: "gone" },
    slowDown(""),
  ],
  forbids: { status: 401, body: '{"error":"unauthorized"}' },
  uninvited: (body) => stringsIn(body).flatMap((text) => withoutUrls(text).match(ACTIVE) ?? []),
};
