import { bug } from "../../../../src/core/fault.ts";
import { err, ok } from "../../../../src/core/result.ts";
import { decodeAnswer } from "../../../../src/engine/upstream/answer.ts";
import { answerOf, basicAuth } from "../../../../src/engine/upstream/caller.ts";
import { operationsOf } from "../../../../src/engine/upstream/operations.ts";
import { requestOf } from "../../../../src/engine/upstream/request.ts";
import type { Credentials } from "../../../../src/engine/upstream/definition.ts";
import type { Answer, Call, Reading } from "../../../../src/kinds/kind.ts";
import { targetKinds } from "../../../../src/kinds/registry.ts";
import type { Stored } from "./thing.ts";

const TIMEOUT_MS = 5000;

const operations = operationsOf({});

/** Calls the simulator once and reads the answer as the engine does. */
async function called({ operation: name, values }: Call, { baseUrl, username, password }: Credentials) {
  const operation = operations.get(name);
  const created = operation === undefined ? null : requestOf(baseUrl, operation, values);
  if (operation === undefined || created?.ok !== true) return err(bug(name, "asking the simulator"));
  const { url, method, body } = created.value;
  const headers = {
    authorization: basicAuth(username, password),
    ...(body === null ? {} : { "content-type": "application/json" }),
  };
  const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = decodeAnswer(response.status, await response.text(), undefined, operation.enveloped);
  const addresses = { local: true, own: null, ownPorts: [] };
  return answer.ok ? ok<Answer>(answerOf(answer.value, operation, addresses)) : answer;
}

/** The current view of a target from the simulator; null if there is none. */
export async function viewNow({ kind: name, id, params, settings }: Stored, simulator: Credentials): Promise<unknown> {
  const kind = targetKinds[name]!;
  const requested = { targetId: id, params, settings: kind.settings().parse(settings), announceInitial: false };
  const reading = kind.read({ ...requested, at: Date.now(), lastOkAt: null, before: () => null }) as Reading<unknown>;
  let step = reading.next();
  while (!step.done) step = reading.next(await called(step.value, simulator));
  return step.value.ok ? step.value.value : null;
}
