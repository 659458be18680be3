import { expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";
import { fixByStatus, passing, refuses, unclearRefusal, unknownRefusal } from "./outcome.ts";

const answer = (status: number | null) => ({ status, headers: {}, body: "", error: null });

test("a status refuses a message, or only asks to retry later", () => {
  const refusing = Array.from({ length: 600 }, (_, status) => status).filter(refuses);
  expect([refusing.at(0), refusing.at(-1), refusing.length]).toEqual([300, 499, 197]);
  for (const status of [408, 425, 429]) expect(refusing).not.toContain(status);
});

test("an unknown refusal waits for a person, a failure of the destination does not", () => {
  for (const status of [null, 302, 408, 429, 500, 503])
    expect(unknownRefusal(answer(status))).toEqual(passing(answer(status)));
  for (const status of [400, 403, 404, 418])
    expect(unknownRefusal(answer(status))).toMatchObject({ fix: fixByStatus(status) });
});

test("a refusal without a code is tried once as text, if the form may be at fault", () => {
  for (const status of [400, 422]) {
    expect(unclearRefusal(answer(status), false)).toEqual({ kind: "reformat", reason: `answered ${status}` });
    expect(unclearRefusal(answer(status), true)).toMatchObject({ kind: "later", fix: "refused" });
  }
  for (const status of [401, 403, 404]) expect(unclearRefusal(answer(status), false).kind).toBe("later");
});

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
