import { services } from "../dialects/services/sim/rules.ts";
import { bodyOf, stringsIn, type Limits } from "../limits.ts";

/** What a text could do in plain text, Markdown or HTML: mentions, tags, links under other words, emoji. */
const ACTIVE = /@\w+|<[a-z/!@#&]|\]\(|(?<![\w+'-]):[\w+'-]+:(?!\d)/gi;

const withoutUrls = (text: string): string => text.replace(/https?:\/\/\S+/g, "");

export const limits: Limits = {
  problems(request) {
    const body = bodyOf(request);
    const wrong = services["teams"]!.refusal(body);
    const checks: [string, boolean][] = [
      ["28 KB", new TextEncoder().encode(request.body).length <= 28 * 1024],
      ["method", request.method === "POST"],
      ["header", Object.values(request.headers).every((value) => /^[\x20-\x7e]+$/.test(value))],
      [wrong ?? "", wrong === undefined],
    ];
    return checks.flatMap(([what, fine]) => (fine ? [] : [what]));
  },
  carries: { full: 3300, plain: 3300 },
  calls: [],
  refuses: { status: 400, body: '{"error":"bad request"}' },
  forbids: { status: 401, body: '{"error":"unauthorized"}' },
  uninvited: (body) => stringsIn(body).flatMap((text) => withoutUrls(text).match(ACTIVE) ?? []),
};
