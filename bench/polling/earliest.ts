/** Ids by their due times, the earliest first. */
export class Earliest {
  private readonly heap: number[];
  private readonly due: (id: number) => number;
  constructor(count: number, due: (id: number) => number) {
    this.heap = Array.from({ length: count }, (_, id) => id);
    this.due = due;
  }
  take(): number {
    const { heap } = this;
    const top = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      let at = 0;
      for (;;) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2])
          if (child < heap.length && this.due(heap[child]!) < this.due(heap[least]!)) least = child;
        if (least === at) break;
        [heap[at], heap[least]] = [heap[least]!, heap[at]!];
        at = least;
      }
    }
    return top;
  }
  put(id: number): void {
    const { heap } = this;
    heap.push(id);
    this.rise(heap.length - 1);
  }
  /** Of one that is due earlier now than it was. */
  sooner(id: number): void {
    this.rise(this.heap.indexOf(id));
  }
  private rise(from: number): void {
    const { heap } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.due(heap[parent]!) <= this.due(heap[at]!)) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }
}
