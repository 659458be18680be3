/** An operation of the polled service; `path` is null while nobody said how it is called. */
export interface ListedOperation {
  name: string;
  title: string;
  category: string;
  method: "GET" | "POST";
  path: string | null;
  /** Who says how it is called: the interface's owner, the configuration, or a guess that ships with this program. */
  source: "spec" | "config" | "default" | null;
}
