import { expect, test } from "vitest";
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
