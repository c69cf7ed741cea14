import { platform } from "node:process";
import type { Command } from "../command.ts";
import { hasDisplay } from "../login/has-display.ts";
import { logIn } from "../login/log-in.ts";
import { loginFlags } from "../login/login-flags.ts";
import { countText } from "../terminal/count-text.ts";
import { exitCodes, print, say } from "../terminal/terminal.ts";

/** `dragline login`: a saved session, made by hand. */
export const login: Command = {
  async run(args, terminal) {
    const flags = loginFlags(args);
    if (flags.remote !== undefined) {
      const { logInAt } = await import("../remote/login.ts");
      return await logInAt(flags.remote, { flags }, terminal);
    }
    const isWindowed = !flags.viewer && hasDisplay({ platform, env: terminal.env });
    const done = await logIn(flags, terminal, isWindowed);
    if (done === undefined) {
      say(terminal, "The login ended; nothing was saved.");
      return exitCodes.failed;
    }
    const { session, words } = done;
    say(terminal, `Saved ${words}: ${countText(session.cookieCount, "cookie")}.`);
    if (flags.output === undefined) await print(terminal, `${session.name}\n`);
    return exitCodes.ok;
  },
};
