/** The frame header of a JPEG of that size, which is all that a recording reads of it. */
export function headerOnly(width: number, height: number, mark = 0): Buffer {
  const bytes = Buffer.from("ffd8ffe000040000ffc0000b080000000001110000", "hex");
  bytes.writeUInt16BE(height, 13);
  bytes.writeUInt16BE(width, 15);
  return Buffer.concat([bytes, Buffer.from([mark])]);
}
