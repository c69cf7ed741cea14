import { choices, option } from "../flag.ts";
import { partFlags, poolFlags } from "../flags/page-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  url: option(
    "BASE",
    "the address of the page; without it, relative links and images are not listed",
  ),
  format: choices(
    ["LIST", "markdown", "text", "cleanedHtml", "html", "links", "images", "metadata"],
    "print markdown, text, cleanedHtml, html, links, images or metadata; several with commas",
    "markdown",
  ),
  output: option(
    "PATH",
    "write to this file instead of stdout; it appears once it is complete. With many pages, the folder for the results, or one file for all that ends in .jsonl or .parquet",
  ),
  ...partFlags,
  ...poolFlags,
};

/** The table of `dragline convert`. */
export const convertHelp: CommandHelp<typeof flags> = {
  name: "convert",
  usage: ["[FILE|-] [OPTIONS]", "FILE|FOLDER|ARCHIVE|PATTERN … --output PATH [OPTIONS]"],
  purpose: [
    "Converts HTML from FILE or stdin, and prints it as markdown.",
    "Links, images and metadata are printed as JSON. Several formats are printed one after another, each below a line '--- NAME ---'. The encoding is found as browsers find it: byte order mark, meta element, guess.",
  ],
  flags,
  sections: [
    {
      title: "Files, folders, archives and patterns",
      text: [
        "The command converts every FILE, every HTML file below each FOLDER or that a PATTERN such as 'site/**/*.html' matches, every HTML file of an ARCHIVE (.tar, .tar.gz, .tgz), and every page of a web archive (.warc, .warc.gz), on all cores. Results keep their place below --output: for FOLDER, docs/a.html becomes docs/a.md. --url is the address of the folder or tar file; pages of web archives have their own.",
        'With --output FILE.jsonl, each page is a line {"id": …, "url": …, "markdown": …}; with --output FILE.parquet, a row, which needs the package hyparquet-writer.',
        "stderr shows pages, megabytes a second, failures and the time left. After Ctrl-C, the same command with --resume goes on where it ended.",
      ],
    },
    {
      title: "Many pages with --jsonl",
      text: [
        'A line {"id": …, "html": "…", "url": "…"} gives a line {"id": …, "markdown": "…"} with a key for each format, in the same order. The id may be any JSON value. The url may be absent; it takes precedence over --url. Pages are converted on all cores while the input is read.',
        'A page that fails gives {"id": …, "error": "…"}, and the run continues; where a line has no id (null), the error begins with the number of the line. Lines are UTF-8, at most 128 MiB each; empty lines are skipped.',
      ],
    },
  ],
  examples: [
    ["dragline convert page.html --main", "print the main content of a file"],
    ["dragline convert saved --output markdown", "convert all pages of a folder"],
    ["dragline convert crawl.warc.gz --output pages.jsonl", "convert all pages of a web archive"],
    ["dragline convert --jsonl < pages.jsonl > markdown.jsonl", "convert many pages"],
  ],
  exitCodes: {
    0: "all pages were converted; with --jsonl, all lines were read, and stderr says how many pages failed",
    1: "a page could not be read or converted, or the output could not be written",
    ...usualCodes,
  },
};
