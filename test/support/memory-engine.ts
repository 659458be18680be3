import type { Event } from "../../src/core/event.ts";
import type { Gate } from "../../src/core/gate.ts";
import type { Json } from "../../src/core/json.ts";
import { AT_NEXT_TICK, weightOf, type EntryEdit, type StoredEntry } from "../../src/core/sheet.ts";
import { CALM, type Watch } from "../../src/core/upstream-watch.ts";
import type { Batch } from "../../src/flows/poll/batch.ts";
import type { Commit, WatchedTarget } from "../../src/flows/poll/commit.ts";
import { poll, type PollDeps } from "../../src/flows/poll/poll.ts";
import type { Read } from "../../src/flows/poll/read.ts";
import { tick, type TickDeps, type TickRules } from "../../src/flows/poll/tick.ts";
import { targetKinds } from "../../src/targets/registry.ts";

export interface Watched {
  id: string;
  kind: string;
  params: Json;
  settings?: object;
  intervalSeconds?: number;
}

/** The flows of polling over plain memory: the rules of the store without its database, fast enough for many thousand runs. */
export class MemoryEngine {
  readonly events = new Map<string, Event>();
  readonly targets = new Map<string, WatchedTarget>();
  gate: Gate | null = null;
  watch: Watch = CALM;
  #ticker = { lastTickAt: 0, tokens: 0, filledAt: 0, refunded: 0 };
  #entries: Record<string, StoredEntry> = {};
  #edits: Record<string, EntryEdit> = {};
  #done = new Set<string>();
  #unspent = 0;
  readonly #rules: TickRules;

  constructor(targets: Watched[], rules: TickRules) {
    this.#rules = rules;
    for (const { id, kind: name, params, settings, intervalSeconds } of targets) {
      const kind = targetKinds[name]!;
      const interval = intervalSeconds ?? kind.intervalSeconds;
      const parsed = kind.params.parse(params);
      this.#edits[id] = {
        due: AT_NEXT_TICK,
        intervalSeconds: interval,
        weight: weightOf(1),
        calls: kind.calls(parsed),
      };
      this.targets.set(id, {
        id,
        kind: name,
        name: id,
        watchlistId: "wl_default",
        params: parsed,
        settings: kind.settings.parse(settings ?? {}),
        announceInitial: false,
        intervalSeconds: interval,
        sheetId: 1,
        revision: 0,
        judgedAt: null,
        state: null,
        consecutiveFaults: 0,
        lastOkAt: null,
      });
    }
  }

  /** One tick: claim, then every batch in turn. */
  async tick(now: number, read: Read): Promise<void> {
    const { batches } = await tick(now, this.#rules, this.#tickDeps());
    for (const batch of batches) await poll(batch, this.#pollDeps(read));
  }

  #tickDeps(): TickDeps {
    return {
      readTimetable: async () => ({
        ...this.#ticker,
        gate: this.gate,
        unspent: this.#unspent,
        sheets: [{ id: 1, revision: 1, entries: this.#entries, edits: this.#edits }],
        isDone: (slot, at) => this.#done.has(`${slot}/${at}`),
      }),
      claim: async ({ read, now, tokens, filledAt, gate, sheets }) => {
        this.#ticker = { lastTickAt: now, tokens, filledAt, refunded: read.unspent };
        this.gate = gate;
        if (sheets[0] !== undefined) {
          this.#entries = sheets[0].entries;
          this.#edits = {};
        }
        return true;
      },
    };
  }

  #pollDeps(read: Read): PollDeps {
    let commits = 0;
    return {
      load: async (batch: Batch) => ({
        lastTickAt: this.#ticker.lastTickAt,
        gate: this.gate,
        watch: this.watch,
        done: this.#done.has(`${batch.slot}/${batch.tick}`),
        targets: batch.targets.flatMap(([id]) => this.targets.get(id) ?? []),
      }),
      read,
      routes: async () => ({ subscriptions: [], channels: [], silences: [] }),
      lately: async () => new Set(),
      told: async () => [],
      commit: async (plan) => this.#commit(plan),
      newId: () => `commit ${commits++}`,
      random: () => 0.5,
    };
  }

  #commit(plan: Commit): { lost: string[]; batchesIn: number } {
    for (const event of plan.events) if (!this.events.has(event.id)) this.events.set(event.id, event);
    for (const { id, ...write } of plan.targets) {
      const target = this.targets.get(id)!;
      const { state, consecutiveFaults, lastOkAt } = write;
      this.targets.set(id, {
        ...target,
        state,
        consecutiveFaults,
        lastOkAt,
        judgedAt: plan.tick,
        revision: target.revision + 1,
      });
    }
    for (const edits of Object.values(plan.edits)) {
      for (const [id, edit] of Object.entries(edits)) this.#edits[id] = { ...this.#edits[id], ...edit };
    }
    if (plan.gate !== null) this.gate = plan.gate.write;
    if (plan.watch !== null) this.watch = plan.watch.write;
    this.#unspent += plan.unspent;
    this.#done.add(`${plan.slot}/${plan.tick}`);
    return { lost: [], batchesIn: 1 };
  }
}
