// Runs before each file of the packed tool: what Node.js 20 lacks of the built-ins that the type library (`lib` in
// tsconfig.json) allows. A file without imports and exports, because it becomes the head of others.

Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

Object.groupBy ??= <K extends PropertyKey, T>(
  items: Iterable<T>,
  keyOf: (item: T, index: number) => K,
): Partial<Record<K, T[]>> => {
  // A number and its text are the same name of a property.
  const named = Map.groupBy(items, (item, index) => {
    const key: PropertyKey = keyOf(item, index);
    return typeof key === "symbol" ? key : String(key);
  });
  return Object.assign(Object.create(null) as object, Object.fromEntries(named)) as Partial<Record<K, T[]>>;
};

Promise.withResolvers ??= function withResolvers<T>(this: PromiseConstructor): PromiseWithResolvers<T> {
  let resolve: PromiseWithResolvers<T>["resolve"];
  let reject: PromiseWithResolvers<T>["reject"];
  const promise = new this<T>((resolves, rejects) => {
    resolve = resolves;
    reject = rejects;
  });
  return { promise, resolve: resolve!, reject: reject! };
};

// From Node.js 20.19 on.
if (!("parse" in URL))
  Object.assign(URL, {
    parse(url: string | URL, base?: string | URL): URL | null {
      try {
        return new URL(url, base);
      } catch {
        return null;
      }
    },
  });
