import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { requestedAt } from "./example-address.ts";
import { readCurl } from "./curl.ts";
import { personIn } from "./person.ts";

const people = [personIn("7012")!];

test.each<[command: string, path: string, body: Record<string, unknown>]>([
  ["curl https://s.test/live/7012", "/live/{userId}", {}],
  ["curl -s -X GET 'https://s.test/live/7012' -H 'Accept: application/json'", "/live/{userId}", {}],
  ['curl --request POST \\\n --url https://s.test/live \\\n --data \'{"uid": "7012"}\'', "/live", { uid: "{userId}" }],
  ['curl "s.test/live/7012" -u me:secret-word', "/live/{userId}", {}],
])("%s", (address, path, body) => {
  const found = requestedAt({ address, body: "" }, people, "");
  expect(found.ok && found.value).toMatchObject({ baseUrl: "https://s.test", asked: { path, body } });
});

test.each([
  "curl -u me:secret-word https://s.test/x",
  "curl --user=me:secret-word https://s.test/x",
  "curl -ume:secret-word https://s.test/x",
  "curl https://s.test/x -H 'Authorization: Basic bWU6c2VjcmV0LXdvcmQ='",
])("the account of %s is taken, and not shown again", (command) => {
  const { username, password, shown } = readCurl(command)!;
  expect([username, password]).toEqual(["me", "secret-word"]);
  expect(shown).toBe("curl https://s.test/x");
});

test("a key in a header is not shown again either", () => {
  expect(readCurl("curl -H 'X-Api-Key: secret-word' https://s.test/x")!.shown).toBe("curl https://s.test/x");
});

test("whatever is pasted, it throws nothing", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (rest) => {
      expect(() => readCurl(`curl ${rest}`)).not.toThrow();
    }),
    { numRuns: runs(200) },
  );
});
