// After `npm pack`: restores the checkout's package.json.
import { takeManifestBack } from "./manifest.ts";

await takeManifestBack();
