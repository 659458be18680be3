import { clamp } from "./numbers.ts";

/**
 * Spreads positions: as close to the wanted ones as possible, in their order, at least a gap apart and within bounds.
 * They are closer together only if they would not fit.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const count = wanted.length;
  const apart = count > 1 ? Math.min(gap, (high - low) / (count - 1)) : gap;
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const groups: { members: number[]; start: number }[] = [];
  const placed = (members: number[]): { members: number[]; start: number } => {
    const middle = members.reduce((sum, member, i) => sum + wanted[member]! - i * apart, 0) / members.length;
    return { members, start: clamp(middle, low, Math.max(low, high - (members.length - 1) * apart)) };
  };
  for (const one of order) {
    let group = placed([one]);
    for (let last = groups.at(-1); last !== undefined; last = groups.at(-1)) {
      if (last.start + last.members.length * apart <= group.start) break;
      groups.pop();
      group = placed([...last.members, ...group.members]);
    }
    groups.push(group);
  }
  const places = wanted.map(() => 0);
  for (const { members, start } of groups) members.forEach((member, i) => (places[member] = start + i * apart));
  return places;
}
