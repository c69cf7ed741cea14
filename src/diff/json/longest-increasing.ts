/**
 * Which entries are part of a longest subsequence that increases, as 1; entries below 0 are not
 * looked at and have 0. Takes n log n (Fredman 1975).
 */
export function longestIncreasing(values: Int32Array): Uint8Array {
  const chosen = new Uint8Array(values.length);
  // ends[k]: where the subsequence of k + 1 entries with the least last value ends.
  const ends: number[] = [];
  const previous = new Int32Array(values.length).fill(-1);
  for (let index = 0; index < values.length; index += 1) {
    const value = valueAt(values, index);
    if (value < 0) continue;
    const length = firstNotBelow(values, ends, value);
    previous[index] = length === 0 ? -1 : (ends[length - 1] ?? -1);
    ends[length] = index;
  }
  for (let index = ends.at(-1) ?? -1; index >= 0; index = valueAt(previous, index)) {
    chosen[index] = 1;
  }
  return chosen;
}

function firstNotBelow(values: Int32Array, ends: readonly number[], value: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(values, ends[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function valueAt(values: Int32Array, index: number): number {
  return values[index] ?? -1;
}
