import { expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

const now = "Sun, 06 Nov 1994 08:49:37 GMT";

test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ "retry-after": "" }, null],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "-5" }, null],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "30" }, 30],
  [{ "retry-after": " 1.2 " }, 2],
  [{ "retry-after": "99999999999999999999" }, 86_400],
  [{ "retry-after": "Sun, 06 Nov 1994 08:50:07 GMT", date: now }, 30],
  [{ "retry-after": "Sun, 06 Nov 1994 08:00:00 GMT", date: now }, 0],
  [{ "retry-after": "Wed, 01 Mar 2028 00:00:10 GMT", date: "Tue, 29 Feb 2028 23:59:50 GMT" }, 20],
  [{ "retry-after": "Fri, 01 Jan 2027 00:00:10 GMT", date: "Thu, 31 Dec 2026 23:00:10 GMT" }, 3600],
  [{ "retry-after": "Sun, 06 Nov 2094 08:50:07 GMT", date: now }, 86_400],
  [{ "retry-after": "Sun, 06 Nov 1994 08:50:07 GMT" }, null],
  [{ "retry-after": "Sun, 06 Xyz 1994 08:50:07 GMT", date: now }, null],
  [{ "retry-after": "Sun, 06 anF 1994 08:50:07 GMT", date: now }, null],
])("%j asks for %s", (headers, seconds) => {
  expect(retryAfterSeconds(headers)).toBe(seconds);
});
