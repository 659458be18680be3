import { asc, eq } from "drizzle-orm";
import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { Scope, Token } from "../../flows/browse/token-view.ts";
import type { TokenDeps } from "../../flows/manage/tokens.ts";
import { QUOTAS } from "../../flows/manage/quotas.ts";
import { sha256Hex } from "../sha256.ts";
import { addWithin } from "./add-within.ts";
import { afterMade } from "./made-page.ts";
import { orm } from "./orm.ts";
import { tokens } from "./access-schema.ts";

type Store = Pick<TokenDeps, "find" | "add" | "change" | "remove"> & {
  list(page: Page<MadeKey>): Promise<Listed<Token, MadeKey>>;
  /** The token that a secret opens. */
  bySecret(secret: string): Promise<Token | null>;
  /** Remembers that it was used. */
  touch(id: string, now: number): Promise<void>;
};

/** The tokens in D1: of each secret a hash. A secret is random enough that its hash needs no salt. */
export const tokenStore = (db: D1Database): Store => ({
  async list({ limit, after }) {
    const rows = await orm(db)
      .select()
      .from(tokens)
      .where(afterMade(tokens, after))
      .orderBy(asc(tokens.createdAt), asc(tokens.id))
      .limit(limit + 1);
    return listed(rows, limit, tokenOf, (row): MadeKey => [row.createdAt, row.id]);
  },

  async find(id) {
    const [row] = await orm(db).select().from(tokens).where(eq(tokens.id, id));
    return row === undefined ? null : tokenOf(row);
  },

  async bySecret(secret) {
    const hash = await sha256Hex(secret);
    const [row] = await orm(db).select().from(tokens).where(eq(tokens.hash, hash));
    return row === undefined ? null : tokenOf(row);
  },

  async add(token, secret) {
    const row = { ...token, scopes: JSON.stringify(token.scopes), hash: await sha256Hex(secret) };
    return (await addWithin(db, "tokens", row, { most: QUOTAS.tokens })) === "added";
  },

  async change({ id, name, scopes, expiresAt }) {
    const change = { name, scopes: JSON.stringify(scopes), expiresAt };
    const changed = await orm(db).update(tokens).set(change).where(eq(tokens.id, id)).returning({ id: tokens.id });
    return changed.length > 0;
  },

  async remove(id) {
    const { meta } = await db.prepare("DELETE FROM tokens WHERE id = ?1").bind(id).run();
    return meta.changes > 0;
  },

  async touch(id, now) {
    await db.prepare("UPDATE tokens SET last_used_at = ?2 WHERE id = ?1").bind(id, now).run();
  },
});

const tokenOf = ({ hash: _hash, ...row }: typeof tokens.$inferSelect): Token => ({
  ...row,
  scopes: JSON.parse(row.scopes) as Scope[],
});
