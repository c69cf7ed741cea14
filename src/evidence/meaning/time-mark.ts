import type { SaidTime } from "./times-of-day.ts";

/** Georgian letters, which stand behind digits in no text. */
const FIRST = 0x10d0;
const LETTERS = 26;
const MARK = /^\d[\u10d0-\u10f0]{2}$/;

/** A word of three signs for a time; none where that is longer than the time is written. */
export function markTime({ minutes: [minute = 0], start, end }: SaidTime): string {
  if (end - start < 3) return "";
  const letters = [Math.floor(minute / LETTERS) % LETTERS, minute % LETTERS];
  const [first = "", second = ""] = letters.map((letter) => String.fromCharCode(FIRST + letter));
  return `${Math.floor(minute / LETTERS ** 2)}${first}${second}`;
}

/** Whether a folded word stands for a time. */
export function isTimeMark(key: string): boolean {
  return MARK.test(key);
}
