import type { CellValue, PartColumn } from "./record-slots.ts";
import { readName } from "../schema/names.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import type { Property } from "../schema/property.ts";
import { isCurrency, readCurrency } from "../values/read-currency.ts";

/** Which word of a name of two a property is. */
const PLACES: ReadonlyMap<string, 0 | 1> = new Map([
  ...["firstname", "forename", "givenname", "vorname", "prenom"].map((key) => [key, 0] as const),
  ...["lastname", "surname", "familyname", "nachname"].map((key) => [key, 1] as const),
]);

function placeOf({ key }: Property): 0 | 1 | undefined {
  return PLACES.get(readName(key)?.key ?? "");
}

/** A name of two words: of more nobody knows which is which. */
const TWO_WORDS = /^(\p{Lu}[\p{L}\p{M}'’.-]*)\s(\p{Lu}[\p{L}\p{M}'’.-]*)$/u;

/** Adds the columns that follow from others: words of a person's name, currencies of prices. */
export function withDerived(
  page: PageCandidates,
  columns: readonly PartColumn[],
  parts: readonly Property[],
): readonly PartColumn[] {
  return withSplitNames([...columns, ...currencies(page, columns, parts)], parts);
}

/** The currencies of the numbers that a column has, for parts that no text of their own gives. */
function currencies(
  page: PageCandidates,
  columns: readonly PartColumn[],
  parts: readonly Property[],
): PartColumn[] {
  const left = parts.filter(
    (part) => isCurrency(part) && !columns.some((column) => column.part === part),
  );
  return left.flatMap((part) => {
    for (const { part: beside, cells, sure } of columns) {
      if (beside.schema.type !== "number" && beside.schema.type !== "integer") continue;
      const codes = cells.map((cell) => cell && currencyCell(page, cell));
      if (codes.some((cell) => cell !== undefined)) return [{ part, cells: codes, sure }];
    }
    return [];
  });
}

function currencyCell(page: PageCandidates, { candidate }: CellValue): CellValue | undefined {
  const leaf = readCurrency(page, candidate);
  return leaf && { leaf, candidate };
}

/** Gives the first and the last name their word where records have both in one text. */
function withSplitNames(
  columns: readonly PartColumn[],
  parts: readonly Property[],
): readonly PartColumn[] {
  const named = parts.filter((part) => placeOf(part) !== undefined);
  const whole = columns.filter(({ part }) => named.includes(part));
  const [only, ...more] = whole;
  if (only === undefined || more.length > 0 || !isSplit(only)) return columns;
  const split = named.map((part) => ({
    ...only,
    part,
    cells: only.cells.map((cell) => cell && wordOf(cell, placeOf(part) ?? 0)),
  }));
  return [...columns.filter((column) => column !== only), ...split];
}

/** Whether a text of the column is of more words than one. */
function isSplit({ cells }: PartColumn): boolean {
  return cells.some((cell) => cell !== undefined && /\s/.test(cell.leaf.text));
}

function wordOf({ leaf, candidate }: CellValue, place: 0 | 1): CellValue | undefined {
  const value = TWO_WORDS.exec(leaf.text)?.[place + 1];
  return value === undefined ? undefined : { leaf: { ...leaf, value }, candidate };
}
