/** As much of the library as is used here; its own types would bring those of Node into the Worker. */
declare module "papaparse" {
  interface Parsed {
    data: string[][];
    errors: { type: string; row?: number }[];
    meta: { truncated: boolean };
  }

  const Papa: {
    parse(text: string, options: { delimiter: string; preview: number }): Parsed;
    unparse(
      table: { fields: string[]; data: unknown[][] },
      options: { newline: string; escapeFormulae: RegExp; header: boolean },
    ): string;
  };
  export default Papa;
}
