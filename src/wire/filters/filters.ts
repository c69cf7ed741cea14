import type { Filter } from "./filter.ts";
import { listFilters } from "./list-filters.ts";
import { shapeFilters } from "./shape-filters.ts";
import { textFilters } from "./text-filters.ts";
import { valueFilters } from "./value-filters.ts";

const filters: ReadonlyMap<string, Filter> = new Map(
  Object.entries({ ...textFilters, ...listFilters, ...shapeFilters, ...valueFilters }),
);

/** The filter of a name. */
export function filterOf(name: string): Filter | undefined {
  return filters.get(name);
}
