/** A load of which one call may poll many. */
interface SharedLoad {
  /** Calls for one poll of all targets, and calls per minute that their intervals need. */
  calls: number;
  asked: number;
  /** Targets with a schedule prediction, their polls per minute, and how many of them one call asks for. */
  habitual: number;
  habitualAsked: number;
  perCall: number;
}

/** The calls for one poll of all targets with a schedule prediction. */
const habitualCalls = ({ habitual, perCall }: SharedLoad): number => Math.ceil(habitual / perCall);

/** The calls per minute that they need. */
const habitualCallsAsked = (load: SharedLoad): number =>
  load.habitual === 0 ? 0 : (load.habitualAsked * habitualCalls(load)) / load.habitual;

/** The load with so many more targets with a schedule prediction, which are polled so often per minute. */
export function withMore<One extends SharedLoad>(load: One, count: number, polls: number): One {
  const more = { ...load, habitual: load.habitual + count, habitualAsked: load.habitualAsked + polls };
  return {
    ...more,
    calls: load.calls + habitualCalls(more) - habitualCalls(load),
    asked: load.asked + habitualCallsAsked(more) - habitualCallsAsked(load),
  };
}

/** The same load in targets and polls instead of calls. */
export const inTargets = <One extends SharedLoad>(load: One): One => ({
  ...load,
  calls: load.calls + load.habitual - habitualCalls(load),
  asked: load.asked + load.habitualAsked - habitualCallsAsked(load),
});
