import { VERSION } from "../../core/version.ts";
import { secured } from "../../http/headers.ts";
import { Problem } from "../../http/problem.ts";
import { json } from "../../http/route.ts";

/** Answers every path while the configuration is invalid. Names the variables, never their values. */
export const misconfigured =
  (errors: { name: string; message: string }[]) =>
  (request: Request): Response => {
    const detail = `The configuration is wrong: ${errors.map(({ name, message }) => `${name} ${message}`).join("; ")}.`;
    if (new URL(request.url).pathname === "/healthz")
      return secured(
        json(
          { status: "down", lastTickAt: null, lastPollAt: null, reasons: ["configuration"], detail, version: VERSION },
          503,
        ),
      );
    return secured(new Problem(503, detail).response());
  };
