/** `1 page`, `2 pages`. */
export function countText(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`;
}
