/** An operation of the polled service; `path` is null while it is unknown how it is called. */
export interface ListedOperation {
  name: string;
  title: string;
  category: string;
  method: "GET" | "POST";
  path: string | null;
  /** Where its definition comes from: the service's specification, the configuration, or Tallylight's defaults. */
  source: "spec" | "config" | "default" | null;
}
