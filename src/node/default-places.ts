/** The data folder of a service when none is named. */
export const DATA_FOLDER = "./dragline-data";

/** Where an index of pages is kept when nothing else is said. */
export const INDEX_FILE = "dragline-index.sqlite";

/** Where monitors are kept when nothing else is said. */
export const MONITORS_FOLDER = "dragline-monitors";

/** Where answers of answer engines are kept when nothing else is said. */
export const HISTORY_FOLDER = "dragline-visibility";
