/** Whether an element lies over the whole viewport and lets it shine through. Runs in the page. */
export function isBackdrop(element: Element): boolean {
  const style = getComputedStyle(element);
  if (!/^(?:fixed|absolute)$/.test(style.position)) return false;
  const { width, height, top, left } = Element.prototype.getBoundingClientRect.call(element);
  if (width < innerWidth * 0.9 || height < innerHeight * 0.9 || top > 1 || left > 1) return false;
  if (Number(style.opacity) < 0.05 || style.visibility === "hidden") return false;
  // `rgba(r, g, b, a)`, or `color(… / a)`, only of colours that are not opaque.
  const alpha = Number(/(?:rgba\(.*,|\/)\s*([\d.]+)\)$/.exec(style.backgroundColor)?.[1] ?? "1");
  const shade = alpha * Number(style.opacity);
  return (shade > 0.05 && shade < 0.98) || style.backdropFilter !== "none";
}
