/** Types of the functions used here. Node's own types would bring all of Node into the Worker. */
declare module "node:zlib" {
  export function crc32(data: Uint8Array): number;
  export function deflateSync(data: Uint8Array, options: { level: number }): Uint8Array;
}
