import { describe, expect, it } from "vitest";
import { cast } from "./cast.ts";
import { drive } from "./testing/driver.ts";
import { hourMs, minuteMs, secondMs } from "./world/durations.ts";

type Simulator = ReturnType<typeof drive>;

async function row(simulator: Simulator, userId: string): Promise<{ alive: boolean; room_id_str: string }> {
  return (await simulator.call(`/api/v1//live/check?user_id=${userId}`)).json().data.data[0];
}

describe("the cast", () => {
  it("has a creator who goes live within seconds, goes offline, and comes back", async () => {
    const simulator = drive();
    const seen: [number, boolean, string][] = [];
    for (let second = 0; second <= 600; second++) {
      const { alive, room_id_str } = await row(simulator, "7001");
      if (seen.at(-1)?.[1] !== alive) seen.push([second, alive, room_id_str]);
      simulator.wait(secondMs);
    }
    expect(seen.map(([, alive]) => alive)).toEqual([false, true, false, true, false].slice(0, seen.length));
    expect(seen.slice(0, 3).map(([second]) => second)).toEqual([0, 8, 83]);
    expect(seen.length).toBeGreaterThanOrEqual(4);
    expect(new Set(seen.filter(([, alive]) => alive).map(([, , room]) => room)).size).toBe(
      seen.filter(([, alive]) => alive).length,
    );
  });

  it("starts or ends a broadcast every 15 to 45 seconds on average", async () => {
    const simulator = drive();
    const before = new Map<string, boolean>();
    let flips = 0;
    for (let second = 0; second < 1800; second += 5) {
      for (const { userId } of cast) {
        const { alive } = await row(simulator, userId);
        if (before.has(userId) && before.get(userId) !== alive) flips++;
        before.set(userId, alive);
      }
      simulator.wait(5 * secondMs);
    }
    expect(1800 / flips).toBeGreaterThan(15);
    expect(1800 / flips).toBeLessThan(45);
  });

  it("stays offline longer than a grace period of three minutes", () => {
    for (const { habits: predictions } of cast)
      expect(predictions.offSeconds * 0.9 - predictions.onSeconds * 0.15).toBeGreaterThan(180);
  });
});

describe("everybody else", () => {
  it("is live for some hours once a day", async () => {
    const simulator = drive();
    let on = 0;
    const rooms = new Set<string>();
    for (let step = 0; step < 7 * 24 * 6; step++) {
      const { alive, room_id_str } = await row(simulator, "6912345678901234567");
      if (alive) {
        on++;
        rooms.add(room_id_str);
      }
      simulator.wait(10 * minuteMs);
    }
    expect(rooms.size).toBeGreaterThanOrEqual(6);
    expect(rooms.size).toBeLessThanOrEqual(8);
    expect(on / 6 / 7).toBeGreaterThan(0.8);
    expect(on / 6 / 7).toBeLessThan(5);
  });
});

describe("one seed is one world", () => {
  it("whichever simulator runs it, and another seed is another", async () => {
    const path = "/api/v1//search/hashtag?keyword=cats&region=US";
    const [one, same, other] = await Promise.all(
      ["a", "a", "b"].map(async (seed) => (await drive({ SIM_SEED: seed }).call(path)).text),
    );
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it("runs at the configured speed", async () => {
    const simulator = drive({ SIM_SPEED: "60" });
    const started = (await simulator.send("/_sim/state")).json();
    simulator.wait(minuteMs);
    const later = (await simulator.send("/_sim/state")).json();
    expect(Date.parse(later.worldTime) - Date.parse(started.worldTime)).toBe(hourMs);
  });

  it("rejects an invalid speed", () => {
    expect(() => drive({ SIM_SPEED: "fast" })).toThrow("SIM_SPEED");
  });
});
