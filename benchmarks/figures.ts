import { table } from "./table.ts";

/** Figures by dotted name: `{ main: { kinds: { article: 0.9 } } }` gives `main.kinds.article`. */
export function namedFigures(figures: object, prefix = ""): Map<string, number> {
  const named = new Map<string, number>();
  for (const [key, value] of Object.entries(figures) as [string, unknown][]) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value === "number") named.set(name, value);
    else if (typeof value === "object" && value !== null) {
      for (const [inner, figure] of namedFigures(value, name)) named.set(inner, figure);
    }
  }
  return named;
}

/**
 * Named figures as tables: a row for what is before a name's last dot, a column for what is after
 * it, rows with the same columns in one table.
 */
export function figureTables(
  figures: ReadonlyMap<string, number>,
  show: (name: string, figure: number) => string,
): string[] {
  const rows = new Map<string, Map<string, string>>();
  for (const [name, figure] of figures) {
    const dot = name.lastIndexOf(".");
    const row = rows.get(name.slice(0, dot)) ?? new Map<string, string>();
    rows.set(name.slice(0, dot), row.set(name.slice(dot + 1), show(name, figure)));
  }
  const shapes = Map.groupBy(rows, ([, row]) => [...row.keys()].join());
  return [...shapes.values()].map((alike) => {
    const columns = [...(alike[0]?.[1].keys() ?? [])];
    return table([["", ...columns], ...alike.map(([name, row]) => [name, ...row.values()])]);
  });
}

/** A share with four digits, a count as it is. */
export function shown(figure: number | undefined): string {
  if (figure === undefined || Number.isNaN(figure)) return "–";
  return Number.isInteger(figure) && figure !== 1 ? String(figure) : figure.toFixed(4);
}
