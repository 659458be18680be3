import type { Scope } from "../../features/people/resource/scopes.ts";
import { Problem } from "../../http/problem.ts";
import { marked, t } from "../../ui/words/text.ts";

const NEEDED: Record<Scope, string> = {
  read: marked("You need read access for this."),
  write: marked("You need write access for this."),
  admin: marked("Only an owner can do this."),
};

/** The Problem for somebody without this scope. */
export const accessNeeded = (scope: Scope): Problem => new Problem(403, t(NEEDED[scope]));
