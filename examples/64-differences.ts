// What changed between two texts and two documents, and how it is shown.
import {
  applyJson,
  applyText,
  createDiffer,
  diffJson,
  diffSets,
  diffText,
  selectPaths,
  toUnified,
} from "dragline/diff";

// #region text
const before = "Opal lamp\n79,90 €\nIn stock\n";
const after = "Opal lamp\n69,90 €\nIn stock\nTwo weeks\n";
const diff = diffText(before, after);
console.log(diff.stats, applyText(before, diff) === after);
console.log(toUnified(before, diff));
// #endregion

// #region json
const old = {
  items: [
    { id: 1, price: 20 },
    { id: 2, price: 5 },
  ],
};
const now = {
  items: [
    { id: 2, price: 5 },
    { id: 1, price: 18 },
    { id: 3, price: 9 },
  ],
};
const changes = diffJson(old, now);
console.log(changes.changes.map(({ path }) => path));
console.log(JSON.stringify(applyJson(old, changes.patch)) === JSON.stringify(now));
// #endregion

// #region sets
console.log(diffSets(["/a", "/b"], ["/b", "/c"]));
console.log(selectPaths(now, ["items[*].price"]));
// #endregion

// #region differ
await using differ = createDiffer();
const { stats } = await differ.text(before, after, { signal: AbortSignal.timeout(5_000) });
console.log("in a thread:", stats);
// #endregion
