import { type JsonObject, mergePatch } from "../../src/core/json.ts";
import { readAs } from "../../src/resources/write/refused.ts";
import { resourceOf, resources } from "../../src/resources/registry.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { compares, suits } from "../../src/resources/ref.ts";
import { typeName } from "../../src/resources/view.ts";
import { fitsService } from "./kinds.ts";
import { LIMITS, masked, displayedOf } from "./specimens.ts";

/** A record in the model: its whole form as sent, and the number of changes. */
interface Modelled {
  form: JsonObject;
  revision: number;
}

/** The expected outcome of a request: its status, and its effect when executed; null if it changes nothing. */
export interface Expected {
  status: number;
  commit: (() => void) | null;
}

export const refused = (status: number): Expected => ({ status, commit: null });

/** A simple model of the resources: a Map each, and a list of what was done. */
export class ResourceModel {
  readonly records = new Map<string, Map<string, Modelled>>(resources.map(({ name }) => [name, new Map()]));
  /** What was done, in order: operation, subject, status. */
  readonly log: [string, string | null, number][] = [];

  of(of: Declared): Map<string, Modelled> {
    return this.records.get(of.name)!;
  }

  /** The fields of a form that refer to missing records, or whose key is taken. */
  private wrong(of: Declared, form: JsonObject, id: string | null): number | null {
    for (const [field, ref] of Object.entries(of.refs)) {
      const named = form[field];
      if (typeof named !== "string") continue;
      const other = this.records.get(ref!.to)!.get(named);
      if (other === undefined || !suits(ref!, other.form)) return 422;
      const before = id === null ? null : displayedOf(of, this.of(of).get(id)!.form);
      if (!compares(ref!, field, before, form)) continue;
      const { field: shared } = ref!.same!;
      if (displayedOf(resourceOf(ref!.to), other.form)[shared] !== form[shared]) return 422;
    }
    if (of.unique === undefined) return null;
    return this.sameAs(of, form, id) === null ? null : 409;
  }

  /** The record with the key of this form. */
  sameAs(of: Declared, form: JsonObject, but: string | null): string | null {
    const keyOf = (one: JsonObject) => JSON.stringify(of.key(displayedOf(of, one)));
    const same = [...this.of(of)].find(([id, other]) => id !== but && keyOf(other.form) === keyOf(form));
    return same?.[0] ?? null;
  }

  create(of: Declared, form: JsonObject, id: () => string): Expected {
    const invalid = this.wrong(of, form, null);
    if (invalid !== null) return refused(invalid);
    return {
      status: 201,
      commit: () => {
        const created = id();
        this.of(of).set(created, { form, revision: 0 });
        this.log.push([`create${typeName(of)}`, created, 201]);
      },
    };
  }

  /** The form after a patch; null if it is invalid. */
  private merged(of: Declared, before: JsonObject, patch: JsonObject): JsonObject | null {
    const hidden = Object.fromEntries(masked(of).map((field) => [field, before[field]!]));
    const whole = mergePatch({ ...displayedOf(of, before), ...hidden }, patch) as JsonObject;
    const form = readAs(of, whole, LIMITS);
    return form.ok && fitsService(form.value) ? whole : null;
  }

  change(of: Declared, id: string, patch: JsonObject, match: number | null): Expected {
    const found = this.of(of).get(id);
    if (found === undefined) return refused(404);
    if (match !== null && match !== found.revision) return refused(412);
    const form = this.merged(of, found.form, patch);
    if (form === null) return refused(422);
    if (this.keepsItself(of, id, found.form, form)) return refused(409);
    const invalid = this.wrong(of, form, id);
    if (invalid !== null) return refused(invalid);
    return {
      status: 200,
      commit: () => {
        this.of(of).set(id, { form, revision: found.revision + 1 });
        this.log.push([`change${typeName(of)}`, id, 200]);
      },
    };
  }

  private keepsItself({ builtIn }: Declared, id: string, before: JsonObject, after: JsonObject): boolean {
    return id === builtIn?.id && builtIn.keeps.some((field) => before[field] !== after[field]);
  }

  /** Everything that refers to it, recursively: what cascades with it. */
  usersOf(of: Declared, ids: Set<string>, cascade: boolean): [Declared, string][] {
    return resources.flatMap((user) =>
      Object.entries(user.refs).flatMap(([field, ref]): [Declared, string][] => {
        if (ref!.to !== of.name || (!cascade && ref!.onDelete === "refuse")) return [];
        const own = [...this.of(user)].filter(([, { form }]) => ids.has(String(displayedOf(user, form)[field])));
        if (own.length === 0) return [];
        const gone = new Set(own.map(([id]) => id));
        return [...[...gone].map((id): [Declared, string] => [user, id]), ...this.usersOf(user, gone, true)];
      }),
    );
  }

  remove(of: Declared, id: string, cascade: boolean, match: number | null): Expected {
    const found = this.of(of).get(id);
    if (found === undefined) return refused(404);
    if (id === of.builtIn?.id) return refused(409);
    if (match !== null && match !== found.revision) return refused(412);
    const all = this.usersOf(of, new Set([id]), true);
    const along = this.usersOf(of, new Set([id]), cascade);
    const held = resources.some((user) =>
      Object.entries(user.refs).some(
        ([field, ref]) =>
          ref!.to === of.name &&
          ref!.onDelete === "refuse" &&
          all.some(([other, one]) => other === user && displayedOf(user, this.of(user).get(one)!.form)[field] === id),
      ),
    );
    if (held && !cascade) return refused(409);
    return {
      status: 204,
      commit: () => {
        for (const [user, one] of along) this.of(user).delete(one);
        this.of(of).delete(id);
        this.log.push([`delete${typeName(of)}`, id, 204]);
      },
    };
  }

  /** A document of one list in which this record differs by the patch. */
  applyChange(of: Declared, id: string, patch: JsonObject): Expected {
    const found = this.of(of).get(id)!;
    const form = this.merged(of, found.form, patch);
    if (form === null || this.keepsItself(of, id, found.form, form) || this.wrong(of, form, id) !== null)
      return refused(422);
    if (JSON.stringify(displayedOf(of, form)) === JSON.stringify(displayedOf(of, found.form))) return refused(200);
    return {
      status: 200,
      commit: () => {
        this.of(of).set(id, { form, revision: found.revision + 1 });
        this.log.push(["applyConfig", null, 200]);
      },
    };
  }

  /** A document of everything except this record and what refers to it. */
  applyWithout(of: Declared, id: string): Expected {
    const along = this.usersOf(of, new Set([id]), true);
    return {
      status: 200,
      commit: () => {
        for (const [user, one] of along) this.of(user).delete(one);
        this.of(of).delete(id);
        this.log.push(["applyConfig", null, 200]);
      },
    };
  }

  /** Import rows: targets with new keys are created. */
  importRows(of: Declared, rows: JsonObject[], id: (row: JsonObject) => string): Expected {
    const listed = (row: JsonObject) =>
      this.of(resourceOf("watchlists")).has(displayedOf(of, row)["watchlistId"] as string);
    // If no row is valid, nothing is written.
    if (!rows.some(listed)) return refused(422);
    return {
      status: 200,
      commit: () => {
        for (const row of rows) {
          if (!listed(row) || this.sameAs(of, row, null) !== null) continue;
          this.of(of).set(id(row), { form: row, revision: 0 });
        }
        this.log.push(["importTargets", null, 200]);
      },
    };
  }
}
