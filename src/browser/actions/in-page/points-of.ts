/** A point of a viewport, in CSS pixels from its left and top. */
export type Point = readonly [x: number, y: number];

/**
 * Lists points of `element` that are in view, the best first: the middle of each of its boxes (a link
 * may have several lines), then points nearer to their edges.
 */
export function pointsOf(element: Element): Point[] {
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
  const boxes = [...element.getClientRects()].slice(0, 5).flatMap((box) => {
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
    const width = Math.min(box.right, innerWidth) - left;
    const height = Math.min(box.bottom, innerHeight) - top;
    return width > 0 && height > 0 ? [{ left, top, width, height }] : [];
  });
  return parts.flatMap((down) =>
    parts.flatMap((across) =>
      boxes.map(({ left, top, width, height }): Point => [
        left + width * across,
        top + height * down,
      ]),
    ),
  );
}
