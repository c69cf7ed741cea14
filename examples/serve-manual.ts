import { createSite, type Site } from "dragline/testing";

/** Serves the manual of a small library, as documentation sites are built, on a free loopback port. */
export function serveManual(): Promise<Site> {
  return createSite({
    "/": page("Kettle manual", [
      "Kettle keeps small programs warm: it starts them on demand and stops them when nobody calls.",
      "This manual covers version 4.",
    ]),
    "/install": page("Installing Kettle", [
      "Kettle needs Node.js 22 or later and runs on Linux and macOS.",
      "Install it with the command npm install kettle, then run kettle init in the folder of your project.",
      "The command writes a file named kettle.toml, which you may edit by hand.",
    ]),
    "/timeouts": page("Timeouts", [
      "A program that nobody has called for 90 seconds is stopped.",
      "The option idle_timeout in kettle.toml changes that time; it is given in seconds, and 0 keeps the program running for ever.",
      "A start that takes longer than 20 seconds fails with the error E_SLOW_START.",
    ]),
    "/logs": page("Logs", [
      "Kettle writes the output of every program to the folder logs, one file for each day.",
      "Files older than 14 days are deleted; the option keep_days changes that number.",
      "The command kettle logs --follow shows new lines as they are written.",
    ]),
    "/secrets": page("Secrets", [
      "Values of the section secrets are encrypted with a key that Kettle keeps in the keyring of the system.",
      "A program finds them as environment variables; they are never written to the logs.",
    ]),
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nAllow: /\n" },
  });
}

const pages = ["/", "/install", "/timeouts", "/logs", "/secrets"];

function page(title: string, paragraphs: readonly string[]): string {
  const links = pages.map((path) => `<li><a href="${path}">${path}</a></li>`).join("");
  const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n");
  return `<!doctype html><html lang="en"><title>${title}</title><nav><ul>${links}</ul></nav><main><h1>${title}</h1>\n${text}</main>`;
}
