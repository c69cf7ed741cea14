/** Where a command runs. */
interface Surroundings {
  /** As `process.platform` names it. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether a window would be seen by the person who runs the command. */
export function hasDisplay({ platform, env }: Surroundings): boolean {
  if (platform === "darwin" || platform === "win32") {
    // The screen belongs to the person who sits there, not to one who is logged in from afar.
    return !env["SSH_CONNECTION"] && !env["SSH_TTY"];
  }
  return Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
}
