/** Types of the functions used here. The library's own types would bring Node's types into the Worker. */
declare module "papaparse" {
  interface Parsed {
    data: string[][];
    errors: { type: string; row?: number }[];
    meta: { truncated: boolean };
  }

  const Papa: {
    parse(text: string, options: { delimiter: string; preview?: number; quoteChar?: string }): Parsed;
    unparse(
      table: { fields: string[]; data: unknown[][] },
      options: { newline: string; delimiter?: string; escapeFormulae?: RegExp; header?: boolean },
    ): string;
  };
  export default Papa;
}
