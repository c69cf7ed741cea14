import type { Style } from "./declarations.ts";

/** Red, green, blue from 0 to 255, and how opaque: 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What is behind a page that says nothing. */
export const canvas: Colour = [255, 255, 255, 1];

/** Names that pages write texts and backgrounds with; others are not known. */
const named: Readonly<Record<string, number>> = {
  white: 0xff_ff_ff,
  black: 0,
  red: 0xff_00_00,
  green: 0x00_80_00,
  blue: 0x00_00_ff,
  yellow: 0xff_ff_00,
  gray: 0x80_80_80,
  grey: 0x80_80_80,
  silver: 0xc0_c0_c0,
  navy: 0x00_00_80,
  snow: 0xff_fa_fa,
  ivory: 0xff_ff_f0,
  whitesmoke: 0xf5_f5_f5,
  ghostwhite: 0xf8_f8_ff,
  lightgray: 0xd3_d3_d3,
  lightgrey: 0xd3_d3_d3,
  gainsboro: 0xdc_dc_dc,
};

/** Differences of a channel that no eye tells apart. */
const ALIKE = 8;

/** A colour as CSS and old attributes write it; undefined for what is not known. */
export function colourOf(written: string | undefined): Colour | undefined {
  const value = written?.trim() ?? "";
  if (value === "transparent") return [0, 0, 0, 0];
  const name = Object.hasOwn(named, value) ? named[value] : undefined;
  if (name !== undefined) return [name >> 16, (name >> 8) & 255, name & 255, 1];
  if (/^#?(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(value)) return ofDigits(value);
  const parts = /^(rgb|hsl)a?\(([^()]{1,60})\)$/.exec(value);
  return parts === null ? undefined : ofParts(parts[1] as string, parts[2] as string);
}

function ofDigits(value: string): Colour {
  const digits = value.replace("#", "");
  const each = digits.length < 6 ? 1 : 2;
  const channel = (index: number): number =>
    Number.parseInt(digits.slice(index * each, (index + 1) * each).repeat(3 - each), 16);
  const alpha = digits.length === 4 * each ? channel(3) / 255 : 1;
  return [channel(0), channel(1), channel(2), alpha];
}

function ofParts(space: string, inside: string): Colour | undefined {
  const numbers = inside
    .trim()
    .split(/[\s,/]+/)
    .map((part) =>
      part.endsWith("%") ? Number(part.slice(0, -1)) * 2.55 : Number.parseFloat(part),
    );
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN, last = 1] = numbers;
  const alpha = /%\s*$/.test(inside) && numbers.length === 4 ? last / 255 : last;
  if ([first, second, third, alpha].some(Number.isNaN)) return undefined;
  if (space === "rgb") return [first, second, third, alpha];
  // Of other spaces only the ends are read: nothing is as light as white, nothing as dark as black.
  if (third >= 255 - ALIKE) return [255, 255, 255, alpha];
  return third <= ALIKE ? [0, 0, 0, alpha] : undefined;
}

/** Whether a text of one colour is not seen on the other. */
export function isLost(text: Colour, background: Colour): boolean {
  return [0, 1, 2].every(
    (channel) => Math.abs((text[channel] as number) - (background[channel] as number)) <= ALIKE,
  );
}

/** The background that a style paints: undefined when it says nothing, null when it is not known. */
export function backgroundOf(style: Style): Colour | null | undefined {
  const image = style.get("background-image");
  if (image !== undefined && image !== "none" && image !== "") return null;
  const written = style.get("background-color") ?? style.get("background");
  if (written === undefined || /^(?:none|unset|initial|inherit)?$/.test(written)) return undefined;
  const colour = colourOf(written);
  if (colour === undefined) return inShorthand(written);
  if (colour[3] === 0) return undefined;
  return colour[3] === 1 ? colour : null;
}

function inShorthand(written: string): Colour | null {
  if (/url\(|gradient\(|var\(/.test(written)) return null;
  for (const word of written.split(/\s+(?![^(]*\))/)) {
    const colour = colourOf(word);
    if (colour !== undefined && colour[3] === 1 && !/^\d+$/.test(word)) return colour;
  }
  return null;
}
