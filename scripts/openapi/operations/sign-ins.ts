import { pageShape } from "../shapes/shapes.ts";
import { signInShape } from "../shapes/system.ts";
import type { Documented } from "../documented.ts";

const tag = "Sign-ins";

export const signInsOperations: Record<string, Documented> = {
  listSignIns: {
    tag,
    summary: "Who is signed in on the pages, newest first",
    description:
      "A sign-in lasts 30 days, or until it is ended, its token is deleted or expires, or `ADMIN_TOKEN` changes.",
    status: 200,
    reply: { description: "A page of sign-ins", schema: () => pageShape(signInShape()) },
  },
  deleteSignIn: {
    tag,
    summary: "End a sign-in",
    description: "Its browser must sign in again.",
    status: 204,
    reply: { description: "It is ended" },
  },
};
