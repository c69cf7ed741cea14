import { collection } from "dragline/storage";

/** Every pair is written as one step: a row on each side, and one more in the sum. */
export const leftSide = collection({
  name: "left_side",
  fields: { id: "string", text: "string" },
  key: ["id"],
});

/** The other half of {@link leftSide}. */
export const rightSide = collection({
  name: "right_side",
  fields: { id: "string", text: "string" },
  key: ["id"],
});

/** How many pairs there are. */
export const sums = collection({
  name: "sums",
  fields: { id: "string", pairs: "number" },
  key: ["id"],
});

/** What is written alone. */
export const singles = collection({
  name: "singles",
  fields: { id: "string", text: "string" },
  key: ["id"],
});

export const ledger = [leftSide, rightSide, sums, singles];

/** Characters of every text: enough for rows to take more than one page. */
export const TEXT_LENGTH = 2000;
