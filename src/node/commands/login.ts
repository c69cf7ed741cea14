import { platform } from "node:process";
import type { Command } from "../command.ts";
import { hasDisplay } from "../login/has-display.ts";
import { logIn } from "../login/log-in.ts";
import { loginFlags } from "../login/login-flags.ts";
import { exitCodes, print, say } from "../terminal.ts";

const help = `Usage: dragline login URL [--name N] [--country C] [--data DIR]
       dragline login URL --output FILE

Opens a browser in which you log in to a website, and saves the login: cookies and site storage.
Scrapes, crawls, monitors and browser connections can then start with it. Where there is a screen
it is a window; else a page on this machine shows the browser.

  --name N        the session's name (the website's, made unique)
  --country C     language and time zone of the browser, two letters (us)
  --data DIR      the data folder of the service (./dragline-data); made if absent. With
                  DATABASE_URL and the like in the environment, those stores, as dragline serve
  --account ID    whose session it is (the first account, which is made if there is none)
  --output FILE   write it to a file instead, in Playwright's storageState format, for you alone;
                  dragline scrape --session FILE starts with it
  --viewer        show the browser by the page, also where there is a screen
  --port P        where that page is served, on 127.0.0.1 (any that is free)
  --allow-host H  a host that may be reached although it is not public; may be repeated

It is saved when you press Enter, close the window or press 'Save login' on the page; after an hour,
or with Ctrl+C, it ends and nothing is saved. The session's name goes to stdout.

Exit codes: 0 saved, 1 not saved, 2 wrong usage, 130 interrupted.
`;

/** `dragline login`: a saved session, made by hand. */
export const login: Command = {
  help,
  async run(args, terminal) {
    const flags = loginFlags(args);
    const isWindowed = !flags.viewer && hasDisplay({ platform, env: terminal.env });
    const done = await logIn(flags, terminal, isWindowed);
    if (done === undefined) {
      say(terminal, "It ended, and nothing was saved.");
      return exitCodes.failed;
    }
    const { session, words } = done;
    const { cookieCount } = session;
    say(terminal, `Saved ${words}: ${cookieCount} ${cookieCount === 1 ? "cookie" : "cookies"}.`);
    if (flags.output === undefined) await print(terminal, `${session.name}\n`);
    return exitCodes.ok;
  },
};
