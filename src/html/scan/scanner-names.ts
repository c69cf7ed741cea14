// How a table of names lies in memory; `wasm/names.ts` reads it.
const KEYS = 1024;
const NEXT = 1024;
const LENGTHS = 1280;
const LETTERS = 1536;

/** Letters that there is room for. */
const ROOM = 32;

/** Writes a table of the names, which are in lower case and at most 31 letters long; 0 is none. */
export function fillNames(table: Uint8Array, names: readonly string[]): void {
  for (let id = 1; id < names.length; id++) {
    const name = names[id] as string;
    const key = keyOf(name);
    table[NEXT + id] = table[key] as number;
    table[key] = id;
    table[LENGTHS + id] = name.length;
    table.set(Buffer.from(name, "latin1"), LETTERS + id * ROOM);
  }
}

/** The same for capitals. */
function keyOf(name: string): number {
  const { length } = name;
  const [first, middle, last] = [0, length >> 1, length - 1].map((at) => name.charCodeAt(at) & 31);
  return (
    (length ^ ((first as number) << 5) ^ ((middle as number) << 3) ^ ((last as number) << 2)) &
    (KEYS - 1)
  );
}
