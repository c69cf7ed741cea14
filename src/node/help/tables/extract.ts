import { modelVariables } from "../environment.ts";
import { grouped, list, option, toggle } from "../flag.ts";
import { poolFlags, scrapeFlags } from "../flags/page-flags.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  schema: option(
    "FILE",
    "JSON Schema of an object; its names, titles and descriptions say what you look for. Not needed with --recipe",
  ),
  url: list("BASE", "the address of a FILE or of stdin; one for each FILE, in the same order"),
  evidence: toggle(
    'print {"data", "missing", "evidence", "usage", "warnings"} instead of the values alone',
  ),
  output: option("FILE", "write to FILE instead of stdout"),
  ...grouped("Extraction recipes", {
    recipe: option(
      "FILE",
      "read pages with an extraction recipe first, which needs no model; a page that does not fit it is reported, and read like the others",
    ),
    learn: option(
      "FILE",
      "write an extraction recipe that is learned from the values of these pages, 1 to 5 of one site; more pages make it more reliable. With --recipe, write one only if a page does not fit that recipe",
    ),
    values: list(
      "FILE",
      "with --learn: learn from these values, a JSON object that you wrote; one for each page, in the same order",
    ),
  }),
  ...scrapeFlags,
  ...poolFlags,
  ...remoteFlags,
};

/** The table of `dragline extract`. */
export const extractHelp: CommandHelp<typeof flags> = {
  name: "extract",
  usage: [
    "URL|FILE|- … --schema FILE [OPTIONS]",
    "FOLDER|ARCHIVE|PATTERN … --schema FILE [OPTIONS]",
  ],
  purpose: [
    "Extracts the values of a JSON Schema from pages, and prints them as JSON.",
    "Values come from the page's data for programs (JSON-LD, microdata, RDFa, its state) and from its labels, tables and repeated parts. Where values are still missing, a configured model is asked; its values are used only if they stand on the page. Uncertain values are left out and named on stderr.",
    'Several pages give a line each: {"url", "data", "missing"}, or {"url", "error"}.',
  ],
  flags,
  remote: ["schema", "evidence", "output", "browser", "actions", "session", "country"],
  sections: [
    {
      title: "Folders, archives and patterns",
      text: [
        'Every HTML file below each FOLDER, of an ARCHIVE (.tar, .tar.gz, .tgz) or that a PATTERN matches, and every page of a web archive (.warc, .warc.gz) gives a line {"id": …, "url": …, "data": {…}, "missing": […]}; with --output FILE.parquet, a row. Pages are read on all cores, without a model. --url is the address of the folder or tar file; pages of web archives have their own.',
      ],
    },
    {
      title: "Many pages with --jsonl",
      text: [
        'A line {"id": …, "html": "…", "url": "…"} of FILE or stdin gives a line {"id": …, "data": {…}, "missing": […]}, in the same order, with "warnings" where there are any, and with "evidence" if --evidence is given. The id may be any JSON value; --url is for lines without a url. Pages are read on all cores, without a model. A page that fails gives {"id": …, "error": "…"}, and the run continues.',
      ],
    },
    { title: "Environment", rows: modelVariables },
  ],
  examples: [
    [
      "dragline extract shop.example/lamp --schema lamp.json",
      "print the values that lamp.json describes",
    ],
    [
      "dragline extract shop.example/lamp --schema lamp.json --learn lamp.recipe",
      "also learn an extraction recipe for such pages",
    ],
    [
      "dragline extract shop.example/desk --recipe lamp.recipe",
      "read another page with that recipe, without a model",
    ],
    [
      "dragline extract shop.example --schema lamp.json --remote https://api.example",
      "have a service extract them",
    ],
  ],
  exitCodes: {
    0: "every page gave a value and all that the schema requires; with --jsonl, all lines were read, and stderr says how many pages failed",
    1: "values are missing, which stderr names, or no extraction recipe was learned",
    ...usualCodes,
  },
};
