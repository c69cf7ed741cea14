/** A boat of the sites. */
export interface Boat {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly harbour: string;
}

const colours = ["Red", "Blue", "Green", "White", "Black"];
const kinds = ["sloop", "ketch", "yawl", "cutter", "dinghy", "barge", "skiff"];
const harbours = ["Kiel", "Bergen", "Porto", "Gdansk", "Genoa", "Oslo"];

/** What the sites are about. */
export const boats: readonly Boat[] = Array.from({ length: 35 }, (_, at) => ({
  id: 4100 + at * 7,
  name: `${colours[at % 5]} ${kinds[at % 7]}`,
  price: 900 + at * 145,
  harbour: harbours[at % 6] ?? "Kiel",
}));

/** Boats with all words in their name. */
export function search(words: string): Boat[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return boats.filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
}
