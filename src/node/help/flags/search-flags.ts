import { INDEX_FILE } from "../../default-places.ts";
import { option } from "../flag.ts";

/** The flag that names an index of pages. */
export const indexFlags = {
  index: option("FILE", "the file of the index", `./${INDEX_FILE}`),
};

/** Flags that say where to search. */
export const providerFlags = {
  provider: option("LIST", "search with these providers, written as in DRAGLINE_SEARCH"),
  index: option(
    "FILE",
    "search your own pages, which 'dragline index add' put into this file",
    `./${INDEX_FILE}, where no provider is configured`,
  ),
  country: option("CODE", "prefer results for this country, two letters"),
};
