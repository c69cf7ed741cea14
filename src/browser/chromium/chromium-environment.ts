import type { ProfileFolder } from "./profile-folder.ts";

/** What Chromium reads: paths, language, fonts, and what Windows programs cannot start without. */
const PASSED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TZDIR|XDG_\w+|FONTCONFIG_\w+|LD_LIBRARY_PATH|SSL_CERT_\w+|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|TEMP|TMP|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|USERPROFILE|HOMEDRIVE|HOMEPATH|NUMBER_OF_PROCESSORS|PROCESSOR_\w+|TMPDIR)$/i;

/** Where the user's own screen is. */
const SCREEN = /^(?:DISPLAY|WAYLAND_DISPLAY|XAUTHORITY)$/;

/**
 * The environment of Chromium: of the host's own only what a browser needs, because passwords and
 * keys in it would be readable in a page's process that was broken into.
 */
export function chromiumEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  profile: Pick<ProfileFolder, "scratch">,
  { shown = false }: { readonly shown?: boolean } = {},
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(host)) {
    const isPassed = PASSED.test(name) || (shown && SCREEN.test(name));
    if (value !== undefined && isPassed) environment[name] = value;
  }
  // Crash reports hold the memory of pages; a build may ignore that it shall write none.
  environment["BREAKPAD_DUMP_LOCATION"] = profile.scratch;
  if (fitsSocket(profile.scratch)) environment["TMPDIR"] = profile.scratch;
  return environment;
}

/** Chromium makes a Unix socket in a folder of its own there; the path has at most 107 bytes. */
function fitsSocket(folder: string): boolean {
  return process.platform === "linux" && Buffer.byteLength(folder) <= 60;
}
