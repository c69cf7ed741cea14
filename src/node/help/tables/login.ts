import { list, option, toggle } from "../flag.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { dataFlag } from "../flags/service-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  name: option("N", "the name of the saved session", "the website's name, made unique"),
  country: option("C", "language and time zone of the browser, two letters", "us"),
  data: dataFlag,
  account: option("ID", "the account that owns the session", "the first account"),
  output: option(
    "FILE",
    "write the session into FILE instead, as Playwright's storageState; only you can read FILE",
  ),
  viewer: toggle("show the browser on a local page, even where there is a screen"),
  port: option("P", "the port of that page on 127.0.0.1", "any free port"),
  "allow-host": list("HOST", "allow a host that is not public"),
  ...remoteFlags,
};

/** The table of `dragline login`. */
export const loginHelp: CommandHelp<typeof flags> = {
  name: "login",
  usage: ["URL [OPTIONS]", "URL --output FILE [OPTIONS]"],
  purpose: [
    "Opens a browser in which you log in to a website by hand, and keeps the login as a saved session: cookies and site storage.",
    "Scrapes, crawls, monitors and browser connections can start with a saved session. Logins that Dragline makes by itself, by password or from a vault, are identities: 'dragline identity'. Where there is a screen, the browser opens as a window; elsewhere, a page on this machine shows it.",
    "The session is saved when you press Enter, close the window or press 'Save login' on the page. After an hour, or with Ctrl-C, the command ends and saves nothing. The name of the session goes to stdout. The data folder and the first account are created if they do not exist.",
  ],
  flags,
  remote: ["name", "country"],
  examples: [
    ["dragline login https://shop.example", "save a session in the data folder"],
    ["dragline login https://shop.example --output shop.json", "save it into a file"],
    [
      "dragline scrape https://shop.example/orders --session shop.json",
      "scrape a page with that session",
    ],
    [
      "dragline login https://shop.example --remote https://api.example",
      "log in in a browser of a service, which keeps the session",
    ],
  ],
  exitCodes: { 0: "the session was saved", 1: "nothing was saved", ...usualCodes },
};
