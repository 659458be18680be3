import fc from "fast-check";
import { expect } from "vitest";
import { type Json, type JsonObject, mergePatch } from "../../src/core/json.ts";
import { resourceStore } from "../../src/db/resources/resource-store.ts";
import { readAs } from "../../src/resources/write/refused.ts";
import { configured, resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import { formOf } from "../../src/resources/view.ts";
import type { Answer, RunningApi } from "../api/running-api.ts";
import { arbitraryForm } from "./arbitrary-form.ts";
import { refused, ResourceModel, type Expected } from "./resource-model.ts";
import { LIMITS, masked, displayedOf } from "./specimens.ts";

/** The fate of a write: `written` if its batch is in the database, `dead` if the process dies. */
export interface Fate {
  written: boolean;
  dead: boolean;
}

/** Few forms of each resource, so that keys collide. */
const FORMS = new Map(
  resources.map((of) => [
    of.name,
    fc.sample(
      arbitraryForm(of, LIMITS, () => ["any"]),
      { numRuns: 8, seed: 3 },
    ),
  ]),
);

const WISHES = [
  "create",
  "create",
  "create",
  "change",
  "change",
  "remove",
  "apply",
  "without",
  "import",
  "again",
] as const;

/** A request in numbers, which are interpreted by the current state. */
export const wish = fc.record({
  what: fc.constantFrom(...WISHES),
  resource: fc.nat({ max: resources.length - 1 }),
  which: fc.nat({ max: 30 }),
  form: fc.nat({ max: 7 }),
  named: fc.array(fc.nat({ max: 30 }), { minLength: 3, maxLength: 3 }),
  key: fc.option(fc.nat({ max: 3 })),
  match: fc.constantFrom("none", "none", "none", "*", "this", "another"),
  cascade: fc.boolean(),
});

export type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never;

const pick = <T>(from: readonly T[], place: number): T | undefined =>
  from.length === 0 ? undefined : from[place % from.length];

/** A request, and its expected outcome in the current state. */
export interface Sent {
  of: Declared;
  /** Its relation to concurrent requests. */
  reads: "all" | "rows" | "one";
  send(): Promise<Answer>;
  expected(): Expected;
  /** Compares the response with the earlier one of its key. */
  answered?(answer: Answer): void;
}

/** Requests to the API, and the same to the model. */
export class World {
  readonly model = new ResourceModel();
  /** Every id that ever existed, so that some are missing. */
  private readonly known = new Map<string, string[]>(resources.map(({ name }) => [name, []]));
  /** What was stored under each key: the request, and its response once anyone has seen it. */
  readonly kept = new Map<string, { text: string; answer: unknown }>();
  private readonly posts: { path: string; body: Json; key: string; of: Declared; rows: JsonObject[] | null }[] = [];
  /** The records of a table that the model does not know yet, by id. */
  private came = new Map<string, JsonObject>();
  private readonly api: RunningApi;

  constructor(api: RunningApi) {
    this.api = api;
  }

  /** Learns new ids, so that other records may refer to them. */
  learn(): void {
    for (const { name } of resources)
      for (const id of this.model.records.get(name)!.keys())
        if (!this.known.get(name)!.includes(id)) this.known.get(name)!.push(id);
  }

  private addressed = 0;

  /** The same with an email address of its own: two tokens with one address are refused, which other tests check. */
  private apart(form: JsonObject): JsonObject {
    // A chat of Telegram needs a bot, which other tests have.
    if (form["kind"] === "telegram" && "roles" in form) return { ...form, kind: "slack" };
    return typeof form["email"] === "string" ? { ...form, email: `u${this.addressed++}@example.com` } : form;
  }

  /** A form of the resource, with references to existing or former records. */
  private formOf(of: Declared, { form, named: places }: Wish): JsonObject {
    const body = this.apart(pick(FORMS.get(of.name)!, form)!);
    const refs = Object.entries(of.refs).map(([field, ref], place) => {
      const id = pick(this.known.get(ref!.to)!, places[place % places.length]!) ?? "nowhere";
      return [field, body[field] === null ? null : id] as const;
    });
    const named = { ...body, ...Object.fromEntries(refs) };
    // A form with alternative references keeps the one it has.
    return readAs(of, named, LIMITS).ok
      ? named
      : { ...body, ...Object.fromEntries(refs.filter(([field]) => body[field] !== undefined)) };
  }

  private newId(of: Declared, row: JsonObject | null): string {
    const keyOf = (form: JsonObject) => JSON.stringify(of.key(form));
    const own = [...this.came].filter(([, form]) => row === null || keyOf(form) === keyOf(displayedOf(of, row)));
    expect([of.name, own.length]).toEqual([of.name, 1]);
    return own[0]![0];
  }

  private post(path: string, body: Json, key: string | null, of: Declared, rows: JsonObject[] | null): Sent {
    const plain = (): Expected =>
      rows === null
        ? this.model.create(of, body as JsonObject, () => this.newId(of, null))
        : this.model.importRows(of, rows, (row) => this.newId(of, row));
    const reads = rows === null ? "one" : "rows";
    if (key === null) return { of, reads, send: () => this.api.call("POST", path, body), expected: plain };
    this.posts.push({ path, body, key, of, rows });
    const text = JSON.stringify([path, body]);
    return {
      of,
      reads,
      send: () => this.api.call("POST", path, body, { "idempotency-key": key }),
      expected: () => {
        const before = this.kept.get(key);
        if (before !== undefined) return refused(before.text !== text ? 422 : rows === null ? 201 : 200);
        const { status, commit } = plain();
        const store = () => {
          commit!();
          this.kept.set(key, { text, answer: undefined });
        };
        return { status, commit: commit === null ? null : store };
      },
      answered: ({ status, body: reported }) => {
        const stored = this.kept.get(key);
        if (status >= 300 || stored === undefined) return;
        if (stored.answer !== undefined) expect(reported).toEqual(stored.answer);
        stored.answer = reported;
      },
    };
  }

  /** The request for some numbers in the current state; null if there is none. */
  sentFor(one: Wish): Sent | null {
    const of = resources[one.resource]!;
    const key = one.key === null ? null : `key-${one.key}`;
    const path = `/v1/${of.name}`;
    if (one.what === "create") return this.post(path, this.formOf(of, one), key, of, null);
    if (one.what === "import") {
      const rows = [0, 1, 2].map((n) => this.formOf(target as Declared, { ...one, form: one.form + n }));
      return this.post("/v1/targets/import", rows, key, target as Declared, rows);
    }
    if (one.what === "again") {
      const post = pick(this.posts, one.which);
      return post === undefined ? null : this.post(post.path, post.body, post.key, post.of, post.rows);
    }
    const id = pick(this.known.get(of.name)!, one.which);
    if (id === undefined) return null;
    const found = this.model.of(of).get(id);
    const patch = this.patchOf(of, one);
    if (one.what === "apply" || one.what === "without")
      return found === undefined || of.document === undefined ? null : this.applied(of, id, one.what, patch);
    const revision = (found?.revision ?? 0) + (one.match === "another" ? 1 : 0);
    const match = one.match === "none" || one.match === "*" ? null : revision;
    const tag: Record<string, string> = match === null ? {} : { "if-match": `"${revision}"` };
    const headers = one.match === "*" ? { "if-match": "*" } : tag;
    if (one.what === "change")
      return {
        of,
        reads: "one",
        send: () => this.api.call("PATCH", `${path}/${id}`, patch, headers),
        expected: () => this.model.change(of, id, patch, match),
      };
    return {
      of,
      reads: "one",
      send: () => this.api.call("DELETE", `${path}/${id}?cascade=${one.cascade}`, undefined, headers),
      expected: () => this.model.remove(of, id, one.cascade, match),
    };
  }

  private patchOf(of: Declared, one: Wish): JsonObject {
    const all = Object.entries(this.formOf(of, one));
    const fields = all.filter(([field]) => field !== "kind" && !masked(of).includes(field));
    return Object.fromEntries([0, 1].map((n) => fields[(one.which + n) % fields.length]!));
  }

  /** A document: one record changed in its list, or one omitted with all that refers to it. */
  private applied(of: Declared, id: string, what: "apply" | "without", patch: JsonObject): Sent {
    const entry = (user: Declared, other: string, form: JsonObject, more: JsonObject = {}): JsonObject => {
      const displayed = Object.entries(displayedOf(user, form)).filter(([field]) => !masked(user).includes(field));
      return { id: other, ...(mergePatch(Object.fromEntries(displayed) as JsonObject, more) as JsonObject) };
    };
    const put = (lists: JsonObject) => () => this.api.call("PUT", "/v1/config", { version: 1, ...lists });
    if (what === "without" && id !== of.builtIn?.id) {
      const gone = new Set([id, ...this.model.usersOf(of, new Set([id]), true).map(([, other]) => other)]);
      const staying = configured.map((user): [string, JsonObject[]] => [
        user.name,
        [...this.model.of(user)].flatMap(([other, { form }]) => (gone.has(other) ? [] : [entry(user, other, form)])),
      ]);
      return {
        of,
        reads: "all",
        send: put(Object.fromEntries(staying)),
        expected: () => this.model.applyWithout(of, id),
      };
    }
    const list = [...this.model.of(of)].map(([other, { form }]) => entry(of, other, form, other === id ? patch : {}));
    return { of, reads: "all", send: put({ [of.name]: list }), expected: () => this.model.applyChange(of, id, patch) };
  }

  /** Reports whether anyone has changed what a document contains. */
  stamp(): string {
    return JSON.stringify(configured.map((of) => [...this.model.of(of)].map(([id, { revision }]) => [id, revision])));
  }

  /** Compares the outcome of a request with the expected one. */
  async judge(sent: Sent, answer: Answer, fate: Fate | null, expected = sent.expected()): Promise<void> {
    if (expected.commit !== null && fate?.written !== false) {
      const all = await resourceStore(this.api.db).all(sent.of);
      const unknown = all.filter(({ id }) => !this.model.of(sent.of).has(id));
      this.came = new Map(unknown.map((one) => [one.id, formOf(sent.of, one)]));
      expected.commit!();
    }
    if (fate?.dead === true) return;
    const failed = fate !== null && !fate.written && expected.commit !== null;
    expect([sent.of.name, answer.status]).toEqual([sent.of.name, failed ? 500 : expected.status]);
    sent.answered?.(answer);
  }
}
