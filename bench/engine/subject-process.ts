// What is measured, in a process of its own with the runtime that it starts: the whole system, or the bare loop. It loads no more than
// that takes, for its memory is measured too.

/** Polls all targets once; a batch that is out may end later. */
export interface Subject {
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

/** Of how many targets one call asks in "many". */
const PER_CALL = 50;

async function started(what: string, service: string, targets: number): Promise<Subject> {
  if (what === "system") return (await import("./system-subject.ts")).system(service, targets, 1);
  if (what === "many") return (await import("./system-subject.ts")).system(service, targets, PER_CALL);
  return (await import("./bare-subject.ts")).bare(service, targets, what === "straight");
}

const [what, service, targets] = process.argv.slice(2);
const subject = await started(what!, service!, Number(targets));
process.on("message", () => void subject.sweep().then(() => process.send!({ swept: true })));
process.on("disconnect", () => void subject.stop().then(() => process.exit()));
process.send!({ ready: true });
