import { expect, test } from "vitest";
import { liveMost, type ComparedCreator } from "./compare-creators.ts";

const creator = (name: string, seconds: number): ComparedCreator => ({ row: { name, seconds } as never, days: [] });

test("those who were live most are compared first; without hours, the first ones", () => {
  const roster = [creator("Amara", 0), creator("Ben", 60), creator("Kenji", 9000), creator("Maria", 7000)];
  const names = (all: ComparedCreator[], count: number): string[] => liveMost(all, count).map(({ row }) => row.name);
  expect(names(roster, 2)).toEqual(["Kenji", "Maria"]);
  expect(names(roster.slice(0, 1), 2)).toEqual(["Amara"]);
  expect(names([creator("A", 0), creator("B", 0), creator("C", 0)], 2)).toEqual(["A", "B"]);
});
