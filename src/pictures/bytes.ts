/** Reads the integers that tools/font.ts writes. */
export class Bytes {
  private readonly bytes: Uint8Array;
  at: number;
  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  get ended(): boolean {
    return this.at >= this.bytes.length;
  }
  /** Beyond the end it reads zero. */
  varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  signed(): number {
    const value = this.varint();
    return value & 1 ? -((value + 1) >> 1) : value >> 1;
  }
}
