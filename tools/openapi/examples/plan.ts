const NOW = {
  targets: { calls: 200, live: 200, perCall: 1 },
  budget: { perMinute: 300, asked: 200, enough: true },
  beyondLimit: false,
  way: "on_time",
  expectedDelay: { meanSeconds: 30, p95Seconds: 57 },
  databaseMegabytes: 28,
  free: {
    endsFirst: "queueOperations",
    used: 1.78,
    fits: false,
    perDay: {
      calls: 288_000,
      requests: 7_371,
      rowsRead: 444_069,
      rowsWritten: 10_937,
      queueOperations: 17_794,
      cpuMs: 92_503,
    },
  },
  paid: {
    endsFirst: "cpuMs",
    used: 0.08,
    dollarsPerMonth: 5,
    perDay: {
      calls: 288_000,
      requests: 1_611,
      rowsRead: 386_469,
      rowsWritten: 5_177,
      queueOperations: 514,
      cpuMs: 80_983,
    },
  },
};

/** Two hundred creators, and a thousand more that need twice the budget. */
export const PLAN = {
  now: NOW,
  achieved: { p95GapSeconds: 61, behind: false },
  after: {
    targets: { calls: 1200, live: 1200, perCall: 1 },
    budget: { perMinute: 600, asked: 1200, enough: false },
    beyondLimit: false,
    way: "by_habit",
    expectedDelay: { meanSeconds: 56.38, p95Seconds: 125.41 },
    databaseMegabytes: 163,
    free: {
      endsFirst: "queueOperations",
      used: 6.36,
      fits: false,
      perDay: {
        calls: 864_000,
        requests: 22_629,
        rowsRead: 1_184_091,
        rowsWritten: 31_063,
        queueOperations: 63_566,
        cpuMs: 252_617,
      },
    },
    paid: {
      endsFirst: "queueOperations",
      used: 0.35,
      dollarsPerMonth: 5,
      perDay: {
        calls: 864_000,
        requests: 5_349,
        rowsRead: 1_011_291,
        rowsWritten: 13_782,
        queueOperations: 11_726,
        cpuMs: 218_057,
      },
    },
  },
};
