import { pageShape } from "../schema.ts";
import { signInShape } from "../../../src/features/sign-in/shape.ts";
import type { Documented } from "../documented.ts";

const tag = "Sign-ins";

export const signInsOperations: Record<string, Documented> = {
  listSignIns: {
    tag,
    summary: "List sign-ins to the dashboard, newest first",
    description:
      "A sign-in lasts 30 days, or until it is ended, its token is deleted or expires, or `ADMIN_TOKEN` changes.",
    status: 200,
    reply: { description: "A page of sign-ins", schema: () => pageShape(signInShape()) },
  },
  deleteSignIn: {
    tag,
    summary: "End a sign-in",
    description: "The browser must sign in again.",
    status: 204,
    reply: { description: "Ended" },
  },
};
