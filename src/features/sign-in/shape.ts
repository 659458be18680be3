import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { at, text, textOrNull } from "../../resources/shape-fields.ts";

export const signInShape = lazy(() =>
  z
    .strictObject({
      id: text("The ID of the sign-in."),
      name: text("The name of the token used to sign in, or `ADMIN_TOKEN`."),
      createdAt: at("When it began."),
      lastSeenAt: at("When it was last used, to the nearest five minutes."),
      address: textOrNull("The IP address that last used it; null if unknown."),
      agent: textOrNull("The browser's `User-Agent`; null if it sent none."),
    })
    .meta({ id: "SignIn" }),
);

export type SignInAnswer = z.output<ReturnType<typeof signInShape>>;
