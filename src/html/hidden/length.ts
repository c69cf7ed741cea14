/** Pixels per unit, for letters of 16 pixels in a window of 1280 by 800. */
const pixels: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  vw: 12.8,
  vh: 8,
};

/** A length in pixels, about; undefined for shares, words and what must be calculated. */
export function lengthOf(value: string | undefined): number | undefined {
  const parts = value === undefined ? null : /^([-+]?[\d.]{1,12})([a-z]*)$/.exec(value.trim());
  if (parts === null) return undefined;
  const unit = pixels[parts[2] as string];
  const number = Number(parts[1]);
  return unit === undefined || Number.isNaN(number) ? undefined : number * unit;
}

/** A share: `50%` is 0.5, as `0.5` is; undefined for what is none. */
export function shareOf(value: string | undefined): number | undefined {
  const parts = value === undefined ? null : /^([-+]?[\d.]{1,12})(%?)$/.exec(value.trim());
  if (parts === null) return undefined;
  const number = Number(parts[1]);
  if (Number.isNaN(number)) return undefined;
  return parts[2] === "%" ? number / 100 : number;
}

/** Whether a length is so small that nothing of a text is seen in it: at most a pixel. */
export function isTiny(value: string | undefined): boolean {
  if (value === "0%") return true;
  const length = lengthOf(value);
  return length !== undefined && length <= 1;
}
