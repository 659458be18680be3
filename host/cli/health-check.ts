import { isBlind, type Reason } from "../../src/core/reason.ts";
import { reasonWords } from "../../src/ui/service-words.ts";

/** Why an instance answers nothing, and what to do. Reasons of a service that is polled have the words of the pages. */
const DOWN: Record<string, { is: string; fix: string }> = {
  database: { is: "The database doesn't answer, or its files were deleted", fix: "Restart it, or restore a backup." },
  setting_up: { is: "A new version is preparing its database", fix: "Wait a few minutes." },
  migration_failed: {
    is: "A change of the database failed, and left nothing behind",
    fix: "Its log has the error: install the version before, or report it.",
  },
  schema: { is: "The database is of another version", fix: "Restart it, or update Tallylight." },
  configuration: { is: "A variable is missing or invalid", fix: "Set the variable that its log names." },
};

const what = "Health";

/**
 * Explains what `/healthz` reported: one line for each reason. They fail if nobody is polled for it, and warn if the
 * rest goes on. Pure.
 */
export function healthChecks(base: string, status: number, text: string): Found[] {
  const answered = `${base}/healthz answers ${status}`;
  const reasons = reasonsIn(text);
  if (reasons === null)
    return [{ what, is: answered, fix: `Another program answers at ${base}: stop it, or restart Tallylight.` }];
  const is = status === 200 ? answered : `${answered}: it is down`;
  const all = reasons.map((reason) => ({ what, ...foundFor(reason, status === 200) }));
  const restart = "Restart it, and read its log.";
  return [{ what: "Running instance", is, fix: status === 200 ? null : restart }, ...all];
}

function reasonsIn(text: string): string[] | null {
  try {
    const { reasons } = JSON.parse(text) as { reasons?: unknown };
    return Array.isArray(reasons) ? reasons.map(String) : null;
  } catch {
    return null;
  }
}

function foundFor(reason: string, answers: boolean): Omit<Found, "what"> {
  if (Object.hasOwn(DOWN, reason)) return { is: `${DOWN[reason]!.is} (${reason})`, fix: DOWN[reason]!.fix };
  const words = reasonWords(reason);
  const minor = answers && !isBlind(reason as Reason) ? { minor: true as const } : {};
  if (words === null)
    return {
      is: reason,
      fix: "A newer version reports it: update this tool, or see docs/troubleshooting.md.",
      ...minor,
    };
  return {
    is: `${plain(words.headline)} (${reason}). ${plain(words.means)}`.replace(/\.$/, ""),
    fix: plain(words.mend),
    ...minor,
  };
}

/** `/healthz` is public, so it names no operation. */
const plain = (text: string): string =>
  text.replace(/^\{operation\}/, "An operation").replaceAll("{operation}", "an operation");

/** The result of a check. `fix` tells what to do; null if all is well. */
export interface Found {
  what: string;
  is: string;
  fix: string | null;
  /** True if Tallylight starts and polls nevertheless. */
  minor?: true;
}
