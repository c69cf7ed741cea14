import { choice } from "../flag.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  template: choice(
    ["NAME", "scrape", "crawl", "watch", "service"],
    "scrape prints a page, crawl writes the pages of a site, watch tells when a page changes, service serves the web-data API",
    "scrape",
  ),
};

/** The table of `dragline init`. */
export const initHelp: CommandHelp<typeof flags> = {
  name: "init",
  usage: ["[FOLDER] [OPTIONS]"],
  purpose: [
    "Makes a small project that runs with npm install and npm start: package.json, main.js, dragline.config.js and .gitignore.",
    "FOLDER is made if it does not exist; without it, the project goes into this folder. No file that is there is overwritten: then nothing is written.",
  ],
  flags,
  examples: [
    ["dragline init tides", "a project that scrapes a page, in the folder tides"],
    ["dragline init --template service", "one that serves the API, in this folder"],
  ],
  exitCodes: { 0: "the project was made", 1: "it could not be written", ...usualCodes },
};
