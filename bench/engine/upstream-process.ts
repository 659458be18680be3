// The polled service in a process of its own, so that its CPU is not counted.
import { fakeUpstream } from "../../test/support/fake-upstream.ts";

const upstream = await fakeUpstream();
process.on("message", () => {
  process.send!({ calls: upstream.calls.length });
  upstream.calls.length = 0;
});
process.on("disconnect", () => process.exit());
process.send!({ url: upstream.url });
