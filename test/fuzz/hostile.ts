import { at, type Document, type Operation, type Schema } from "./document.ts";

const MIB = 1024 * 1024;

export interface HostileRequest {
  name: string;
  method: string;
  path: string;
  type: string;
  /** True for one of very many. */
  small: boolean;
  /** Made when it is wanted. */
  body: () => string;
}

/** A text of about so many characters: a part again and again, between two others. */
const filled = (part: string, size = MIB, before = "", after = ""): string =>
  before + part.repeat(Math.max(1, Math.floor((size - before.length - after.length) / part.length))) + after;

const many = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n)).join(",");

/** JSON that means nothing anywhere, of about `size` characters. */
const shapeless = (size: number): Record<string, () => string> => ({
  "open brackets": () => filled("[", size),
  "deep lists": () => "[".repeat(size / 2) + "]".repeat(size / 2),
  "deep objects": () => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
  "a list of zeros": () => filled("0,", size, "[", "0]"),
  "a list of objects": () => filled("{},", size, "[", "{}]"),
  "a list of lists": () => filled("[],", size, "[", "[]]"),
  "many keys": () => `{${many(size / 14, (n) => `"key${n}":0`)}}`,
  "the same key": () => filled('"a":0,', size, "{", '"a":0}'),
  "keys of prototypes": () => filled('"__proto__":{},', size, "{", '"constructor":0}'),
  "a long text": () => filled("x", size, '"', '"'),
  escapes: () => filled("\\u0000", size, '"', '"'),
  "halves of characters": () => filled("\\ud800", size, '"', '"'),
  "a long number": () => filled("1", size),
  blanks: () => filled(" ", size),
  "a long key": () => filled("k", size, '{"', '":0}'),
  "keys that need escapes": () => `{${many(size / 20, (n) => `"~/~/~/${n}":0`)}}`,
});

/** Values in the place of a good one. */
const spoilers = (size: number): (() => unknown)[] => [
  () => "x".repeat(size),
  () => "{{".repeat(size / 2),
  () => "{{name}}".repeat(size / 8),
  () => "* ".repeat(size / 2),
  () => "1,".repeat(size / 2),
  () => "\ud83d\ude00".repeat(size / 4),
  () => "a.".repeat(size / 2),
  () => " ".repeat(size),
  () => "9".repeat(size),
  () => "https://a".padEnd(size, "/."),
  () => Array.from({ length: size / 2 }, () => 0),
  () => Array.from({ length: size / 8 }, () => "live.*"),
  () => Array.from({ length: size / 80 }, () => ({ field: "data.place", op: "in", value: [1] })),
  () => Object.fromEntries(Array.from({ length: size / 16 }, (_, n) => [`k${n}`, n])),
  () => Object.fromEntries(Array.from({ length: size / 40 }, (_, n) => [`live.started${n}`, "{{name}}"])),
  () => 9e307,
];

const whole = (schema: Schema, document: Document): Schema =>
  schema["$ref"] === undefined ? schema : at(document.whole, schema["$ref"] as string);

/** Each field of an example that is in order, spoiled in turn. */
function spoiledFields(operation: Operation, document: Document): [string, () => unknown][] {
  const body = operation.bodies["application/json"];
  if (body === undefined || typeof body.example !== "object" || Array.isArray(body.example)) return [];
  const schema = whole(body.schema, document);
  const variant = whole((schema["oneOf"] ?? schema["anyOf"])?.[0] ?? schema, document);
  const fields = Object.keys({ ...(variant["properties"] as object), ...(body.example as object) });
  return fields.flatMap((field) =>
    spoilers(MIB - 1000).map((value, index): [string, () => unknown] => [
      `${field} spoiled (${index})`,
      () => ({ ...(body.example as object), [field]: value() }),
    ]),
  );
}

const BIG = 16 * MIB - 1000;
const JSON_TYPE = "application/json";

const target = (n: number): string =>
  `{"kind":"live","name":"Creator ${n}","params":{"userId":"${1_000_000 + n}"},"settings":{"confirmOff":3}}`;

/** What imports and configurations may be sent, of up to 16 MiB. */
function* bulky(): Generator<HostileRequest> {
  const imported = (name: string, type: string, body: string): HostileRequest => ({
    name: `import: ${name}`,
    method: "POST",
    path: "/v1/targets/import",
    type,
    small: false,
    body: () => body,
  });
  const applied = (name: string, body: string, type = JSON_TYPE): HostileRequest => ({
    name: `config: ${name}`,
    method: "PUT",
    path: "/v1/config?dryRun=true",
    type,
    small: false,
    body: () => body,
  });
  const csv = (name: string, body: string) => imported(`CSV ${name}`, "text/csv", body);
  const lines = (name: string, body: string) => imported(`lines ${name}`, "application/x-ndjson", body);
  const list = (section: string, entries: string) => `{"version":1,"${section}":[${entries}]}`;
  const invalidRow = `{"kind":"live","name":"","params":{"a":1,"b":2,"c":3},"x":1,"y":2}`;
  const digest = (n: number) =>
    `{"name":"d${n}","channelId":"none","schedule":"${n % 60} ${n % 24} 31 ${2 + 2 * (n % 2)} *","timezone":"Europe/Berlin"}`;
  for (const [name, body] of Object.entries(shapeless(BIG))) {
    yield imported(name, JSON_TYPE, body());
    yield applied(name, body());
  }
  yield csv("of one column", filled("live\n", BIG, "kind\n"));
  yield csv("of quotes", filled('"', BIG, "kind\n"));
  yield csv("of open quotes", filled('"a,', BIG, "kind\n"));
  yield csv("of pairs of quotes", filled('"",', BIG, "kind\n"));
  yield csv("of quoted line ends", filled('"\n', BIG, "kind\n"));
  yield csv("of commas", filled(",", BIG, "kind,name\n"));
  yield csv("of columns", filled("kind,", BIG));
  yield csv("of new columns", `${many(1_000_000, (n) => `c${n}`)}\n`);
  yield csv("of blank lines", filled("\n", BIG, "kind\n"));
  yield csv("of blanks", filled(" ", BIG, "kind\n"));
  yield csv("of carriage returns", filled("\r", BIG, "kind\r"));
  yield csv("of long cells", filled(`live,${"x".repeat(1500)}\n`, BIG, "kind,name\n"));
  yield csv("of wide rows", filled(`${"a,".repeat(100)}\n`, BIG, "kind,name\n"));
  yield lines("of objects", filled("{}\n", BIG));
  yield lines("of brackets", filled(`${"[".repeat(1000)}\n`, BIG));
  yield lines("of blanks", filled(" \n", BIG));
  yield imported("rows that are all wrong", JSON_TYPE, `[${many(10_000, () => invalidRow)}]`);
  yield imported("rows of many keys", JSON_TYPE, `[${many(500, () => `{${many(2000, (n) => `"k${n}":0`)}}`)}]`);
  yield imported(
    "rows of long names",
    JSON_TYPE,
    `[${many(10_000, () => `{"kind":"live","name":"${"x".repeat(1500)}"}`)}]`,
  );
  yield imported("rows of watchlists", JSON_TYPE, `[${many(10_000, (n) => `{"watchlist":"list ${n}"}`)}]`);
  yield imported("ten thousand targets", JSON_TYPE, `[${many(10_000, target)}]`);
  yield applied("ten thousand targets", list("targets", many(10_000, target)));
  yield applied(
    "entries that are all wrong",
    list(
      "targets",
      many(100_000, () => invalidRow),
    ),
  );
  yield applied("zeros", list("targets", filled("0,", BIG / 2, "", "0")));
  yield applied("digests that never come", list("digests", many(100, digest)));
  yield applied("thousands of digests", list("digests", many(60_000, digest)));
  yield applied(
    "watchlists of one name",
    list(
      "watchlists",
      many(1000, () => '{"name":"a"}'),
    ),
  );
  yield applied(
    "wrong entries of every kind",
    `{"version":1,${many(6, (n) => `"${SECTIONS[n]}":[${many(99, () => "{}")}]`)}}`,
  );
  yield applied(
    "halves of characters in names",
    list(
      "watchlists",
      many(1000, (n) => `{"name":"\\ud800${n}"}`),
    ),
  );
  for (const [name, text] of Object.entries(yamls())) yield applied(`YAML ${name}`, text(), "application/yaml");
}

const SECTIONS = ["watchlists", "targets", "channels", "subscriptions", "digests", "silences"];

const yamlTarget = (n: number): string =>
  `  - kind: live\n    name: Creator ${n}\n    params:\n      userId: "${1_000_000 + n}"\n      handle: creator_${n}\n` +
  `    watchlistId: wl_default\n    intervalSeconds: 60\n    priority: 1\n    enabled: true\n`;

/** Four MiB of YAML of every form that has ever been slow to read. */
function yamls(): Record<string, () => string> {
  const size = 4 * MIB;
  const fill = (part: string, before = "", after = "") => filled(part, size, before, after);
  return {
    "of ten thousand targets": () =>
      `version: 1\ntargets:\n${Array.from({ length: 10_000 }, (_, n) => yamlTarget(n)).join("")}`,
    "of dashes": () => fill("- "),
    "of dashes in lines": () => fill("- \n"),
    "of entries": () => fill("- a\n"),
    "of empty lists": () => fill("[],", "[", "]"),
    "of empty maps": () => fill("{},", "[", "]"),
    "of pairs": () => fill("a: b,", "[", "]"),
    "of questions": () => fill("? a\n"),
    "of open questions": () => fill("? "),
    "of brackets": () => fill("["),
    "of braces": () => fill("{a: "),
    "of comments": () => fill("#\n"),
    "of one comment": () => fill("#"),
    "of blank lines": () => fill("\n"),
    "of blanks": () => fill(" "),
    "of documents": () => fill("---\n"),
    "of colons": () => fill(":\n"),
    "of one key": () => fill("a: 1\n"),
    "of many keys": () => Array.from({ length: 300_000 }, (_, n) => `k${n}: 1`).join("\n"),
    "of tags": () => fill("- !!str a\n"),
    "of anchors": () => Array.from({ length: 300_000 }, (_, n) => `- &a${n} 1`).join("\n"),
    "of aliases": () => `- &a 1\n${fill("- *a\n").slice(0, -20)}`,
    "of aliases of aliases": () =>
      Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${many(9, () => (n === 0 ? "x" : `*a${n - 1}`))}]`).join(
        "\n",
      ),
    "of quotes": () => fill('"",', "[", "]"),
    "of single quotes": () => fill("'',", "[", "]"),
    "of an open quote": () => fill('"a '),
    "of escapes": () => fill("\\n", '"', '"'),
    "of folded lines": () => fill("  a\n", "k: >\n"),
    "of literal lines": () => fill("  a\n", "k: |\n"),
    "of a plain text in lines": () => fill(" a\n", "k:\n"),
    "of numbers": () => fill("1,", "[", "]"),
    "of a long number": () => fill("1", "a: "),
    "of a long key": () => fill("a", "", ": 1"),
    "of indentation": () => Array.from({ length: 2800 }, (_, n) => `${" ".repeat(n)}a:`).join("\n"),
    "of carriage returns": () => fill("\r"),
    "of zero bytes": () => fill("\0"),
  };
}

/** What lists and searches may be asked. */
function queries(document: Document): HostileRequest[] {
  const long = 4000;
  const values = [
    "%25".repeat(60),
    "1".repeat(long),
    "_".repeat(200),
    "*".repeat(long),
    Buffer.from("[".repeat(long)).toString("base64url"),
  ];
  return document.operations
    .filter(({ method, path }) => method === "GET" && !path.includes("{"))
    .flatMap(({ path, parameters }) =>
      parameters
        .filter((one) => one.in === "query")
        .flatMap(({ name }) =>
          values.map((value) => ({
            name: `GET ${path} ${name}`,
            method: "GET",
            path: `${path}?${name}=${value}`,
            type: "",
            small: false,
            body: () => "",
          })),
        ),
    );
}

/** Requests that were made to take long, one after another: to every operation that takes a body, and to every list. */
export function* hostileRequests(document: Document, ids: Record<string, string>): Generator<HostileRequest> {
  for (const operation of document.operations) {
    const { method, bodies } = operation;
    if (method === "GET" || method === "DELETE") continue;
    const path = operation.path.replaceAll(
      /(\w+)\/\{\w+\}/g,
      (_, collection: string) => `${collection}/${ids[collection]}`,
    );
    const type = method === "PATCH" ? "application/merge-patch+json" : JSON_TYPE;
    const created = (name: string, body: () => string): HostileRequest => ({
      name: `${operation.operationId}: ${name}`,
      method,
      path,
      type,
      small: true,
      body,
    });
    for (const [name, body] of Object.entries(shapeless(MIB - 1000))) yield created(name, body);
    if (bodies[JSON_TYPE] === undefined) continue;
    for (const [name, value] of spoiledFields(operation, document)) yield created(name, () => JSON.stringify(value()));
  }
  yield* bulky();
  yield* queries(document);
}
