import { option, toggle } from "../flag.ts";

/** Flags that every command takes; they are read before the command is loaded. */
export const configFlags = {
  config: option(
    "FILE",
    "read defaults from this file",
    "dragline.config.ts, .mts, .js, .mjs or .json of this folder, or of the nearest one above",
  ),
  "no-config": toggle("read no file of defaults"),
};
