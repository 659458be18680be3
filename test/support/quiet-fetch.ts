import { afterEach, beforeEach, vi } from "vitest";

/** Answers what would leave this machine with 204, in each test of the file or suite: tests contact nobody else. */
export function staysHere(): void {
  const really = globalThis.fetch;
  beforeEach(() => {
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      const { hostname } = new URL(input instanceof Request ? input.url : input);
      return hostname === "127.0.0.1" ? really(input, init) : Promise.resolve(new Response(null, { status: 204 }));
    });
  });
  afterEach(() => vi.mocked(globalThis.fetch).mockRestore());
}
