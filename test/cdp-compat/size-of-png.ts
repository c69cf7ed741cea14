/** Width and height as a PNG's header says. */
export function sizeOfPng(bytes: Uint8Array): readonly [number, number] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.toString("latin1", 1, 4) !== "PNG") throw new Error("not a PNG");
  return [view.readUInt32BE(16), view.readUInt32BE(20)];
}
