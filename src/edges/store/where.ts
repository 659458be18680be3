/** Conditions that hold together, each with the value of its one `?`; those that are undefined are left out. */
export function where(...conditions: ([condition: string, value: string | number] | undefined)[]) {
  const given = conditions.filter((one) => one !== undefined);
  return {
    text: given.length === 0 ? "" : `WHERE ${given.map(([condition]) => condition).join(" AND ")}`,
    values: given.map(([, value]) => value),
  };
}
