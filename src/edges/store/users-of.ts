import type { User } from "../../flows/manage/refusal.ts";

/** What still uses something, a hundred at the most; the statement gives type, id and name. */
export async function usersOf(statement: D1PreparedStatement): Promise<User[]> {
  const { results } = await statement.all();
  return results.map(({ type, id, name }) => ({ type: type as User["type"], id: String(id), name: String(name) }));
}
