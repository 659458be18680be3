/** UPSTREAM_OPERATIONS of the services in tests: a live check that asks for so many creators in one call. */
export const manyACall = (most: number): string =>
  JSON.stringify({
    "live.check": {
      path: "/api/v1//live/check_many",
      query: { user_ids: "{userIds}" },
      most,
      rows: "/data/data",
      rowUser: "/user_id",
      verdict: "/alive",
      room: "/room_id",
    },
  });
