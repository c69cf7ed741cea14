// The environment variables that Dragline reads, in words. A test compares it with what src/ reads.
import { searchVendors } from "dragline/search";
import { engineVendors } from "dragline/visibility";

/** An environment variable. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** What holds without it. */
  readonly absent: string;
}

/** Variables that belong together. */
export interface VariableGroup {
  readonly title: string;
  readonly about: string;
  readonly variables: readonly Variable[];
}

function variable(name: string, meaning: string, absent: string): Variable {
  return { name, meaning, absent };
}

function engineVariables(): readonly Variable[] {
  return Object.entries(engineVendors).flatMap(([slug, { label }]) => {
    const stem = `DRAGLINE_${slug.toUpperCase().replaceAll("-", "_")}`;
    return [
      variable(
        `${stem}_KEY`,
        `The key of the answer engine ${label}; configures it.`,
        "the engine is not asked",
      ),
      variable(
        `${stem}_URL`,
        `Another address of that API, where its routes begin. Needs \`${stem}_KEY\`.`,
        "the vendor's address",
      ),
      variable(
        `${stem}_MODEL`,
        `Another model there. Needs \`${stem}_KEY\`.`,
        "the engine's usual model",
      ),
    ];
  });
}

const searchProviders = Object.entries(searchVendors)
  .map(([name, { needs }]) => `\`${name}:${needs === "url" ? "URL" : "KEY"}\``)
  .join(", ");

/** Every variable, in the order of the page. */
export const variableGroups: readonly VariableGroup[] = [
  {
    title: "Stores of the service",
    about:
      "What `dragline serve` and `dragline keys` share with other processes and machines. Without them everything is in the folder of `--data`. `dragline doctor` tries each that is set.",
    variables: [
      variable(
        "DATABASE_URL",
        "A PostgreSQL database (`postgres://…`): records, saved pages, and rate limits where there is no `REDIS_URL`. Needs the package `pg`.",
        "SQLite files in the data folder",
      ),
      variable(
        "REDIS_URL",
        "A Redis (`redis://…`): the queue and the rate limits. Needs the packages `bullmq` and `ioredis`.",
        "the queue is kept with the records",
      ),
      variable(
        "S3_BUCKET",
        "The bucket of an S3-compatible store: files.",
        "files in the data folder",
      ),
      variable(
        "S3_ENDPOINT",
        "The address of that store. Required with `S3_BUCKET`.",
        "required with `S3_BUCKET`",
      ),
      variable("S3_REGION", "The region of that store.", "`us-east-1`"),
      variable("S3_ACCESS_KEY_ID", "The id of its access key.", "required with `S3_BUCKET`"),
      variable(
        "S3_SECRET_ACCESS_KEY",
        "The secret of its access key.",
        "required with `S3_BUCKET`",
      ),
      variable(
        "DRAGLINE_SEAL_KEYS",
        "The keys that secrets are encrypted with at rest: `id:base64` of 32 bytes, several with commas, the newest first. Machines that share a database need the same.",
        "`seal.keys` in the data folder, made at the first start",
      ),
    ],
  },
  {
    title: "The service",
    about: "What `dragline serve` takes besides its flags.",
    variables: [
      variable(
        "DRAGLINE_API_KEY",
        "The API key of the first account, made by you.",
        "one is made and shown once",
      ),
      variable(
        "DRAGLINE_OWNER_PASSWORD",
        "The password, 12 characters or more, with which the owner signs in to the dashboard and sees all accounts.",
        "people sign in with an API key alone",
      ),
      variable(
        "SMTP_URL",
        "The mail server (`smtp://…`, `smtps://…`) that sends alerts of monitors. Needs `MAIL_FROM` and the package `nodemailer`.",
        "no e-mails are sent",
      ),
      variable(
        "MAIL_FROM",
        "The address that e-mails come from. Needs `SMTP_URL`.",
        "required with `SMTP_URL`",
      ),
    ],
  },
  {
    title: "Models and search",
    about:
      "What the commands and the service ask, where you have it. Without a model, values and summaries come from what pages say themselves; without a search provider, your own pages are searched.",
    variables: [
      variable(
        "DRAGLINE_AI_URL",
        "A language model's API in OpenAI's dialect, up to `/v1`. Needs `DRAGLINE_AI_MODEL` and the package `@ai-sdk/openai-compatible`.",
        "no model is asked",
      ),
      variable("DRAGLINE_AI_MODEL", "The model's name there.", "required with `DRAGLINE_AI_URL`"),
      variable("DRAGLINE_AI_KEY", "Its key, where it takes one.", "none is sent"),
      variable(
        "DRAGLINE_SEARCH",
        `Where \`dragline search\`, \`dragline research\` and the service search: ${searchProviders}; several with commas are tried in turn, with \`merge:\` before them all at once.`,
        "your own pages are searched",
      ),
    ],
  },
  {
    title: "Answer engines",
    about: "What `dragline visibility` and `POST /v1/ai-visibility/search` of the service ask.",
    variables: engineVariables(),
  },
  {
    title: "Chromium and ffmpeg",
    about: "Read by the library too: where it finds the programs that it starts.",
    variables: [
      variable(
        "PUPPETEER_EXECUTABLE_PATH",
        "The Chromium to start.",
        "the first that is found: `CHROME_PATH`, `PATH`, the usual places, Puppeteer's cache",
      ),
      variable("CHROME_PATH", "The same, looked at second.", "as above"),
      variable(
        "PUPPETEER_CACHE_DIR",
        "The folder of browsers that Puppeteer downloads.",
        "`~/.cache/puppeteer`",
      ),
      variable(
        "PATH",
        "Where Chromium, ffmpeg and other programs are looked for.",
        "the usual places alone",
      ),
      variable(
        "LOCALAPPDATA",
        "On Windows, a folder in which Chrome is looked for.",
        "not looked at",
      ),
      variable("PROGRAMFILES", "The same.", "not looked at"),
      variable("PROGRAMFILES(X86)", "The same.", "not looked at"),
    ],
  },
  {
    title: "The command line",
    about: "What the terminal's surroundings decide.",
    variables: [
      variable("NO_COLOR", "Not empty: no colours.", "colours on a terminal"),
      variable(
        "XDG_CACHE_HOME",
        "The folder below which the command line keeps what V8 compiled, in `dragline`; `NODE_DISABLE_COMPILE_CACHE=1` keeps nothing.",
        "`LOCALAPPDATA`, else `~/.cache`",
      ),
      variable(
        "COLUMNS",
        "Columns of the terminal; help uses at most 100.",
        "what the terminal says, else 80",
      ),
      variable(
        "FORCE_COLOR",
        "Colours also where the output is no terminal; `0` and `false` turn them off.",
        "colours on a terminal",
      ),
      variable(
        "TERM",
        "`dumb`: no colours, and progress is written line by line.",
        "colours, and one line of progress",
      ),
      variable(
        "DISPLAY",
        "On Linux, where a window can be shown: `dragline login` opens the browser there.",
        "the browser has no window",
      ),
      variable("WAYLAND_DISPLAY", "The same under Wayland.", "as above"),
      variable(
        "SSH_CONNECTION",
        "On macOS and Windows, the sign of a session from another machine, where no window is shown.",
        "windows are shown",
      ),
      variable("SSH_TTY", "The same.", "as above"),
      variable(
        "WEBHOOK_SECRET",
        "The signing secret of `dragline webhooks`, where `--secret` is not given.",
        "signatures are not checked",
      ),
    ],
  },
];
