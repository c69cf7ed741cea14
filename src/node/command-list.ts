import type { Command } from "./command.ts";
import type { CommandHelp } from "./help/help-page.ts";

/** A command, nothing of it loaded yet. */
interface CommandEntry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads its table alone. */
  readonly help: () => Promise<CommandHelp>;
  /** Loads all of it. */
  readonly load: () => Promise<Command>;
}

/** Each command is loaded when it is asked for: converting a file needs no HTTP client. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  scrape: {
    summary: "fetch a page and print it as markdown, HTML, links or images",
    help: async () => (await import("./help/tables/scrape.ts")).scrapeHelp,
    load: async () => (await import("./commands/scrape.ts")).scrape,
  },
  extract: {
    summary: "extract the values of a JSON Schema from pages, as JSON",
    help: async () => (await import("./help/tables/extract.ts")).extractHelp,
    load: async () => (await import("./commands/extract.ts")).extract,
  },
  map: {
    summary: "list the URLs of a site, from its links and sitemaps",
    help: async () => (await import("./help/tables/map.ts")).mapHelp,
    load: async () => (await import("./commands/map.ts")).map,
  },
  crawl: {
    summary: "follow a site's links and write every page, resumably",
    help: async () => (await import("./help/tables/crawl.ts")).crawlHelp,
    load: async () => (await import("./commands/crawl.ts")).crawl,
  },
  search: {
    summary: "search the web, or your own pages",
    help: async () => (await import("./help/tables/search.ts")).searchHelp,
    load: async () => (await import("./commands/search.ts")).search,
  },
  research: {
    summary: "answer a question from pages, and cite them",
    help: async () => (await import("./help/tables/research.ts")).researchHelp,
    load: async () => (await import("./commands/research.ts")).research,
  },
  agent: {
    summary: "have a model do a task in a browser, step by step",
    help: async () => (await import("./help/tables/agent.ts")).agentHelp,
    load: async () => (await import("./commands/agent.ts")).agent,
  },
  visibility: {
    summary: "ask answer engines a question, and see who is named and cited",
    help: async () => (await import("./help/tables/visibility.ts")).visibilityHelp,
    load: async () => (await import("./commands/visibility.ts")).visibility,
  },
  index: {
    summary: "keep an index of your own pages, searchable without a key",
    help: async () => (await import("./help/tables/page-index.ts")).pageIndexHelp,
    load: async () => (await import("./commands/page-index.ts")).pageIndex,
  },
  monitor: {
    summary: "watch pages for changes, and show what changed",
    help: async () => (await import("./help/tables/monitor.ts")).monitorHelp,
    load: async () => (await import("./commands/monitor.ts")).monitor,
  },
  convert: {
    summary: "convert HTML from a file or stdin, one page or many",
    help: async () => (await import("./help/tables/convert.ts")).convertHelp,
    load: async () => (await import("./commands/convert.ts")).convert,
  },
  wire: {
    summary: "run pre-built actions on websites, and test your own",
    help: async () => (await import("./help/tables/wire.ts")).wireHelp,
    load: async () => (await import("./commands/wire.ts")).wire,
  },
  webhooks: {
    summary: "receive webhooks on this machine, verify and print them",
    help: async () => (await import("./help/tables/webhooks.ts")).webhooksHelp,
    load: async () => (await import("./commands/webhooks.ts")).webhooks,
  },
  serve: {
    summary: "serve the web-data API, with all data in one folder",
    help: async () => (await import("./help/tables/serve.ts")).serveHelp,
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  api: {
    summary: "call any route of a service",
    help: async () => (await import("./help/tables/api.ts")).apiHelp,
    load: async () => (await import("./commands/api.ts")).api,
  },
  mcp: {
    summary: "offer all this to a model as tools (Model Context Protocol)",
    help: async () => (await import("./help/tables/mcp.ts")).mcpHelp,
    load: async () => (await import("./commands/mcp.ts")).mcp,
  },
  login: {
    summary: "log in to a website by hand; keeps a saved session",
    help: async () => (await import("./help/tables/login.ts")).loginHelp,
    load: async () => (await import("./commands/login.ts")).login,
  },
  identity: {
    summary: "log in by password or from a vault; keeps an identity",
    help: async () => (await import("./help/tables/identity.ts")).identityHelp,
    load: async () => (await import("./commands/identity.ts")).identity,
  },
  source: {
    summary: "connect vaults that identities log in with",
    help: async () => (await import("./help/tables/source.ts")).sourceHelp,
    load: async () => (await import("./commands/source.ts")).source,
  },
  keys: {
    summary: "create, list and revoke the API keys of a service",
    help: async () => (await import("./help/tables/keys.ts")).keysHelp,
    load: async () => (await import("./commands/keys.ts")).keys,
  },
  init: {
    summary: "make a small project that runs with npm install and npm start",
    help: async () => (await import("./help/tables/init.ts")).initHelp,
    load: async () => (await import("./commands/init.ts")).init,
  },
  completion: {
    summary: "print a script that completes commands in bash, zsh or fish",
    help: async () => (await import("./help/tables/completion.ts")).completionHelp,
    load: async () => (await import("./commands/completion.ts")).completionOf(commands),
  },
  doctor: {
    summary: "check what is installed and configured, and what is missing",
    help: async () => (await import("./help/tables/doctor.ts")).doctorHelp,
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
};

/** The command of a name; undefined when there is none. */
export function commandOf(name: string): CommandEntry | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}
