/** Rows as a table of markdown that is also easy to read as it is; the first row is its head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? "", width, column)).join(" | ")} |`;
  const rule = widths.map((width, column) => "-".repeat(width - 1) + (column === 0 ? "-" : ":"));
  const [head = [], ...body] = rows;
  return [line(head), `| ${rule.join(" | ")} |`, ...body.map(line)].join("\n");
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}
