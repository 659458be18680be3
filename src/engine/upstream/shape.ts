import * as z from "zod";
import type { Fault } from "../../core/fault.ts";
import { lazy } from "../../core/lazy.ts";
import { faultSchema } from "../../features/creators/resource/seen.ts";
import { anything, number, text, textOrNull, whole, wholeOrNull } from "../../resources/shape-fields.ts";

const method = lazy(() => z.enum(["GET", "POST"]).describe("The HTTP method."));

export const accountShape = lazy(() =>
  z
    .strictObject({
      baseUrl: textOrNull("The service's address; null if not set."),
      username: textOrNull("The user name of the account; null without one."),
      headers: z.record(z.string(), z.string()).describe("Headers with a key, by name. Values are masked."),
      query: z.record(z.string(), z.string()).describe("Query parameters with a key, by name. Values are masked."),
      pollsPerMinute: whole("The budget in force: calls per minute."),
      source: z
        .enum(["environment", "api", "default"])
        .nullable()
        .describe("Where it comes from: the environment, which takes precedence; the API; or the demo's simulator."),
    })
    .meta({ id: "UpstreamAccount" }),
);

export const operationShape = lazy(() =>
  z
    .strictObject({
      name: text("The operation's name in UPSTREAM_OPERATIONS and probes, such as `live.check`."),
      title: text("A short title."),
      category: text("The category of the operation."),
      method: method(),
      path: textOrNull("The path under UPSTREAM_BASE_URL; null if it is not defined yet."),
      source: z
        .enum(["spec", "config", "default"])
        .nullable()
        .describe(
          "Where the definition comes from: the service's documentation, UPSTREAM_OPERATIONS or a guess; null for none.",
        ),
    })
    .meta({ id: "UpstreamOperation" }),
);

export const probedShape = lazy(() =>
  z
    .strictObject({
      request: z
        .strictObject({ method: method(), url: text("The address, without credentials.") })
        .describe("The request that was or would have been made."),
      status: wholeOrNull("The HTTP status; null if there was no answer."),
      durationMs: number("Duration of the call, in milliseconds."),
      body: anything("The answer as JSON, or its first 64 KB as text; null if there was none."),
      decoded: anything("What a target would read from it; null if no kind of target uses this operation."),
      fault: faultSchema().nullable().describe("Why the answer can't be used; null if it can."),
    })
    .meta({ id: "Probed" }),
);

const unopened = lazy(() =>
  z.strictObject({
    channelId: textOrNull(
      "The ID of the channel whose settings no key can decrypt; null for the data service account.",
    ),
    name: text("The channel's name; empty for the data service account."),
    keyId: textOrNull("The ID of the key that encrypted it; null if the stored value is no ciphertext."),
  }),
);

export const sealedAnewShape = lazy(() =>
  z
    .strictObject({
      sealed: whole("Number of values that were re-encrypted."),
      left: whole("Number of values still encrypted with an earlier key that this request did not try."),
      unopened: z
        .array(unopened())
        .describe("What no key can decrypt: everything whose key is missing, and others that this request tried."),
    })
    .meta({ id: "SealedAnew" }),
);

export const keyShape = lazy(() =>
  z.strictObject({
    id: textOrNull("The key's ID in ENCRYPTION_KEYS; null if the stored value is no ciphertext."),
    given: z.boolean().describe("Whether ENCRYPTION_KEYS contains a key with this ID."),
    seals: z.boolean().describe("Whether it is the first key, which encrypts new secrets."),
    channels: whole("Number of channels whose settings it encrypts."),
    account: z.boolean().describe("Whether it encrypts the data service account."),
    removable: z
      .boolean()
      .describe("Whether nothing needs it any more, so that it can be removed from ENCRYPTION_KEYS."),
  }),
);

export type AccountView = z.output<ReturnType<typeof accountShape>>;
export type ListedOperation = z.output<ReturnType<typeof operationShape>>;
export type SealedAnew = z.output<ReturnType<typeof sealedAnewShape>>;
export type KeyView = z.output<ReturnType<typeof keyShape>>;
/** The request and answer of a call, and what was read from it. */
export type Probed = Omit<z.output<ReturnType<typeof probedShape>>, "fault"> & { fault: Fault | null };
