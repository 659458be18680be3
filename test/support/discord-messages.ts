/** A Discord webhook that keeps its messages, by id, as they are after edits. */
export function discord({ pathname }: URL, body: string, method = "POST", messages: Map<string, string>) {
  const id = /\/messages\/(\w+)$/.exec(pathname)?.[1] ?? String(messages.size + 1);
  if (method === "DELETE") messages.delete(id);
  else messages.set(id, body);
  return { status: 200, body: JSON.stringify({ id }) };
}
