import { choices, option, toggle } from "../flag.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type CommandHelp } from "../help-page.ts";

const flags = {
  for: choices(
    [
      "FEATURE",
      "browser",
      "recordings",
      "postgres",
      "redis",
      "s3",
      "mail",
      "model",
      "search",
      "engines",
      "parquet",
      "1password",
      "azure",
    ],
    "only check what this feature needs, really, and fail if it would: browser (starts Chromium), recordings, postgres, redis, s3, mail, model, search, engines, parquet, 1password or azure; several with commas",
  ),
  data: option("DIR", "also write, read and delete a record and a file in this data folder"),
  json: toggle("print JSON"),
  ...remoteFlags,
};

/** The table of `dragline doctor`. */
export const doctorHelp: CommandHelp<typeof flags> = {
  name: "doctor",
  usage: ["[OPTIONS]"],
  purpose: [
    "Checks what Dragline needs on this machine, and says what is missing: Node, Chromium, PostgreSQL, Redis, ffmpeg, a language model, search providers, answer engines and optional packages.",
    "Only Node is required. Each configured server is tested, except answer engines, because each question to them costs money.",
  ],
  flags,
  remote: ["json"],
  examples: [
    ["dragline doctor", "see what is there"],
    ["dragline doctor --for browser,postgres", "in a script: go on only if both work"],
    [
      "dragline doctor --remote https://api.example",
      "check instead whether a service answers and takes the key",
    ],
  ],
  sections: [
    {
      title: "Environment",
      rows: [
        ["DATABASE_URL", "PostgreSQL: logs in, and checks whether it may create a schema"],
        ["REDIS_URL", "Redis: logs in, and checks whether jobs are safe from eviction"],
        ["SMTP_URL", "a mail server: logs in; MAIL_FROM must be set too"],
        [
          "S3_BUCKET",
          "a bucket: writes, reads and deletes an object, with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY",
        ],
        [
          "DRAGLINE_AI_URL",
          "a language model: asks for a small object, with DRAGLINE_AI_MODEL and DRAGLINE_AI_KEY",
        ],
        ["DRAGLINE_SEARCH", "search providers: asks each of them one question"],
      ],
    },
  ],
  exitCodes: {
    0: "Node and everything that is configured work",
    1: "something that is required, configured or asked for by --for does not work",
    ...usualCodes,
  },
};
