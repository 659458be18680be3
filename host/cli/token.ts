import { scopes } from "../../src/features/people/resource/scopes.ts";
import { UsageError, type Provided } from "./arguments.ts";
import { post, runningInstance } from "./instance.ts";

/** Creates a token and prints its secret, and nothing else on stdout. */
export async function run({ state, values, positionals }: Provided): Promise<void> {
  const wanted = scopesIn((values["scopes"] as string[] | undefined) ?? ["read"]);
  const instance = await runningInstance(state);
  const body = JSON.stringify({ name: positionals[0], scopes: wanted });
  const { token } = (await post(instance, "/v1/tokens", "application/json", body)) as { token: string };
  console.error(`Token ${JSON.stringify(positionals[0])} with ${wanted.join(", ")}. It is not shown again:`);
  console.log(token);
}

/** Parses scopes such as "read,write". Throws UsageError. */
function scopesIn(provided: string[]): string[] {
  const names = provided.flatMap((text) => text.split(/[,\s]+/)).filter((name) => name !== "");
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (names.length === 0 || unknown.length > 0)
    throw new UsageError(`--scopes takes ${scopes.join(", ")}, separated by commas.`);
  return [...new Set(names)];
}
