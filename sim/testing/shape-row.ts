export type Kind = "string" | "integer" | "number" | "boolean" | "object" | "array" | "null" | "string[]";
export type Row = [path: string, kind: Kind | Kind[], optional?: "optional"];

export const image = (path: string): Row[] => [
  [path, "object"],
  [`${path}.uri`, "string"],
  [`${path}.url_list`, "string[]"],
  [`${path}.width`, "integer"],
  [`${path}.height`, "integer"],
];

export const text = (path: string): Row[] => [
  [path, "object"],
  [`${path}.default_format.bold`, "boolean"],
  [`${path}.default_format.color`, "string"],
  [`${path}.default_format.font_size`, "integer"],
  [`${path}.default_format.italic`, "boolean"],
  [`${path}.default_format.italic_angle`, "integer"],
  [`${path}.default_format.use_heigh_light_color`, "boolean"],
  [`${path}.default_format.use_remote_clor`, "boolean"],
  [`${path}.default_format.weight`, "integer"],
  [`${path}.default_pattern`, "string"],
  [`${path}.key`, "string"],
  [`${path}.pieces`, "array"],
  [`${path}.pieces[].string_value`, "string"],
  [`${path}.pieces[].type`, "integer"],
];

export const optional = (rows: Row[]): Row[] => rows.map(([path, kind]) => [path, kind, "optional"]);

export const envelope: Row[] = [
  ["code", "integer"],
  ["msg", "string"],
  ["data", "object"],
];
