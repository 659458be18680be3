/** The bytes of a hexadecimal text of exactly `length` bytes; null for any other text. */
export function fromHex(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (text.length !== 2 * length || !/^[0-9a-f]*$/i.test(text)) return null;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}
