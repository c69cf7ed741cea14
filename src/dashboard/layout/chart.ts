import { markup, type Markup } from "../markup.ts";

/** What a chart shows. */
interface ChartOrder {
  /** What is counted. */
  readonly name: string;
  /** What the parts of a bar are, from the bottom up; one or two. */
  readonly parts: readonly string[];
  readonly bars: readonly { readonly label: string; readonly parts: readonly number[] }[];
}

const WIDTH = 420;
const HEIGHT = 128;
/** Above and below the bars. */
const TOP = 16;
const FOOT = 18;

/** Bars, as a drawing; the same as a table for those who cannot see it. */
export function chart({ name, parts, bars }: ChartOrder): Markup {
  const most = Math.max(1, ...bars.map((bar) => sum(bar.parts)));
  const step = WIDTH / bars.length;
  const drawn = bars.map((bar, at) => column(bar.parts, { most, step, at }));
  const labels = bars.map((bar, at) =>
    at % Math.ceil(bars.length / 7) === 0
      ? markup`<text x="${at * step + step / 2}" y="${HEIGHT - 4}" text-anchor="middle">${bar.label}</text>`
      : undefined,
  );
  const key = markup`<p class="quiet"><span class="key">${parts[0]}</span>${parts.length > 1 && markup` · <span class="key failed">${parts[1]}</span>`}</p>`;
  return markup`<div class="card">
<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name} by day; at most ${most}">
<line class="axis" x1="0" x2="${WIDTH}" y1="${HEIGHT - FOOT}" y2="${HEIGHT - FOOT}"/>
<text x="0" y="11">${most.toLocaleString("en")}</text>${drawn}${labels}
</svg>${key}
<details><summary class="quiet">As a table</summary>${asTable({ name, parts, bars })}</details>
</div>`;
}

function column(
  parts: readonly number[],
  { most, step, at }: { readonly most: number; readonly step: number; readonly at: number },
): Markup {
  let below = 0;
  const rects = parts.map((part, kind) => {
    const height = (part / most) * (HEIGHT - TOP - FOOT);
    const y = HEIGHT - FOOT - below - height;
    below += height;
    const look = kind === 0 ? "ok" : "failed";
    return (
      part > 0 &&
      markup`<rect class="${look}" x="${(at * step + step * 0.15).toFixed(1)}" y="${y.toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${height.toFixed(1)}"/>`
    );
  });
  return markup`${rects}`;
}

function asTable({ name, parts, bars }: ChartOrder): Markup {
  const rows = bars.map(
    (bar) =>
      markup`<tr><th scope="row">${bar.label}</th>${bar.parts.map((part) => markup`<td class="number">${part}</td>`)}</tr>`,
  );
  return markup`<table><caption>${name} by day</caption><thead><tr><th scope="col">Day</th>${parts.map((part) => markup`<th scope="col" class="number">${part}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
}

function sum(parts: readonly number[]): number {
  return parts.reduce((all, part) => all + part, 0);
}
