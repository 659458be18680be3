import { expect, test } from "vitest";
import { readMigrations } from "../../scripts/host/migrations.ts";
import { resourceStore } from "../../src/edges/store/resource-store.ts";
import { subscription } from "../../src/resources/subscriptions/subscription.ts";
import { viewOf } from "../../src/resources/view.ts";
import { migrate } from "../support/migrate.ts";
import { sqliteD1 } from "../support/sqlite-d1.ts";

/** What a subscription says of each option where nobody said anything. */
const DEFAULTS = {
  mention: null,
  template: {},
  cooldownSeconds: 0,
  group: true,
  onEnd: "edit",
  factsMissing: "tell",
  quietHours: null,
  filters: [],
};

const quietHours = { from: "23:00", to: "07:00", timezone: "Europe/Berlin", action: "hold" };
const filters = [{ field: "data.place", op: "lte", value: 3 }];

const OPTIONS: [name: string, kept: object, shown: object][] = [
  ["none of them", {}, {}],
  ["some of them", { mention: null, group: false, onEnd: "post" }, { group: false, onEnd: "post" }],
  [
    "all of them",
    {
      mention: { kind: "role", id: "7" },
      template: { "live.started": '{{name}} – "it\'s on"' },
      cooldownSeconds: 60,
      group: true,
      onEnd: "ignore",
      quietHours,
      filters,
    },
    {
      mention: "role:7",
      template: { "live.started": '{{name}} – "it\'s on"' },
      cooldownSeconds: 60,
      onEnd: "ignore",
      quietHours,
      filters,
    },
  ],
  [
    "all of them, left as they are by default",
    { mention: null, template: {}, cooldownSeconds: 0, group: true, onEnd: "edit", quietHours: null, filters: [] },
    {},
  ],
];

test.each(OPTIONS)(
  "a subscription that kept %s in one column reads with them, and with the defaults of the others",
  async (_, stored, shown) => {
    const db = sqliteD1();
    const all = await readMigrations();
    const since = all.findIndex(({ name }) => name.startsWith("0006"));
    await migrate(db, all.slice(0, since));
    await db
      .prepare(
        `INSERT INTO subscriptions (id, name, channel_id, events, enabled, options, created_at, updated_at)
       VALUES ('sub_old', 'Old', 'ch_1', '["live.*"]', 0, ?1, 1000, 2000)`,
      )
      .bind(JSON.stringify(stored))
      .run();
    await migrate(db, all);
    const found = await resourceStore(db).find(subscription, "sub_old");
    expect(found).toMatchObject({ revision: 0, createdAt: 1000, updatedAt: 2000 });
    expect(viewOf(subscription, found!)).toEqual({
      id: "sub_old",
      name: "Old",
      watchlistId: null,
      targetId: null,
      events: ["live.*"],
      channelId: "ch_1",
      enabled: false,
      createdAt: "1970-01-01T00:00:01.000Z",
      ...DEFAULTS,
      ...shown,
    });
  },
);
