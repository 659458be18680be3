// After `npm pack`: package.json is the checkout's again.
import { takeManifestBack } from "./manifest.ts";

await takeManifestBack();
