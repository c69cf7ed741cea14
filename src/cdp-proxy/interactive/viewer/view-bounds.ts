/** Width and height in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const SMALLEST: Size = { width: 320, height: 240 };
const LARGEST: Size = { width: 1920, height: 1200 };

/** The size of a page for a viewer whose picture has `size`. */
export function pictureSize({ width, height }: Size): Size {
  return {
    width: Math.min(Math.max(width, SMALLEST.width), LARGEST.width),
    height: Math.min(Math.max(height, SMALLEST.height), LARGEST.height),
  };
}

/** What a person typed as an address; `https` when it has no scheme. */
export function webAddress(text: string): URL | undefined {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
}
