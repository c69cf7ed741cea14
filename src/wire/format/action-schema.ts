import { z } from "zod";
import { loginSchema } from "./login-schema.ts";
import { parameterSchema } from "./parameter-schema.ts";
import { assertionSchema } from "./condition-schema.ts";
import { stepSchema } from "./step-schema.ts";

/** The version of the format; a reader refuses others. */
const FORMAT = 1;

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const day = z.iso.date();
/** A host, or `*.` before a domain. */
const hostPattern = z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/);

/** What tells that the site wants a login: any of them. */
const loginWallSchema = z.strictObject({
  status: z.array(z.int().min(300).max(599)).optional(),
  /** In the URL that answered in the end. */
  url_contains: z.string().min(1).max(200).optional(),
  css: z.string().min(1).max(500).optional(),
  text: z.string().min(1).max(500).optional(),
});

/**
 * How the caller's credential gets into requests; each member is a template of `{{credential.x}}`, or of
 * what `steps` were answered. One that reads what the credential has not is left out.
 */
const authSchema = z.strictObject({
  /**
   * Steps before those of an action whose credential brings a browser's storage: they prove the session,
   * or fetch what a request needs besides the cookies, such as a token against forged requests.
   */
  steps: z.array(stepSchema).min(1).max(5).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
  /** Cookies of the credential's storage state are set before the first step; a browser gets all of the state. */
  cookies: z.boolean().optional(),
});

/** An entry of the catalog: `site.json`. */
export const siteSchema = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal(FORMAT),
  slug: z.string().regex(slug).max(60),
  name: z.string().min(1).max(100),
  /** Of the site, or of the platform's makers. */
  url: z.url(),
  domain: z.string().min(3),
  category: z.enum([
    "blogs",
    "books",
    "code",
    "community",
    "data",
    "economy",
    "encyclopedia",
    "government",
    "health",
    "jobs",
    "maps",
    "media",
    "models",
    "news",
    "research",
    "science",
    "shops",
    "social",
    "status",
    "weather",
    "web",
  ]),
  description: z.string().min(20).max(500),
  tags: z.array(z.string()).default([]),
  /** Other words for the site or its things, for discovery: `{"issue": ["bug", "ticket"]}`. */
  synonyms: z.record(z.string(), z.array(z.string())).default({}),
  /** The page that documents what the recipes use. */
  documentation: z.url(),
  logo_url: z.url().optional(),
  auth_login_url: z.url().optional(),
  auth_types: z.array(z.enum(["credentials", "api_key", "token", "browser_state"])).default([]),
  /** What a login takes (`credentials` only). */
  login_input: z.array(parameterSchema).default([]),
  auth: authSchema.optional(),
  /** How the site is signed in to with `login_input` (`credentials` only). */
  login: loginSchema.optional(),
  /** Hosts that recipes may talk to, besides the value of a parameter of the format `site`, `host` or `url`. */
  hosts: z.array(hostPattern).default([]),
  /** Requests to one host, all runs together; 5 a second when absent. */
  pace: z.strictObject({ requests: z.int().min(1), per_ms: z.int().min(1) }).optional(),
  /** Whether the site is a parameter: steps that fail when a site is not of this platform, run after a failure to tell it. */
  probe: z
    .strictObject({ steps: z.array(stepSchema).min(1).max(5), message: z.string().min(10) })
    .optional(),
  login_wall: loginWallSchema.optional(),
  created: day,
  updated: day,
});

/** An action as data: `actions/<name>.json`. */
export const actionSchema = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal(FORMAT),
  /** `<slug>.<verb_object>`, such as `github.list_issues`; `<slug>.login` means the site's login in cases. */
  action_id: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*\.(?!login$)[a-z][a-z0-9_]*$/)
    .max(120),
  /** Made from a goal in words and not reviewed: cases of good runs are enough. */
  built: z.boolean().optional(),
  /** Counts from 1; a change of parameters or output adds one. */
  version: z.int().min(1).default(1),
  name: z.string().min(3).max(100),
  description: z.string().min(20).max(600),
  tags: z.array(z.string()).default([]),
  type: z.enum(["read", "write"]),
  mode: z.enum(["async", "sync"]).default("sync"),
  auth_mode: z.enum(["none", "optional", "required"]).default("none"),
  credits_per_call: z.int().min(0).max(1_000).default(1),
  parameters: z.array(parameterSchema).max(50),
  /** Further hosts of this action alone. */
  hosts: z.array(hostPattern).default([]),
  steps: z.array(stepSchema).min(1).max(30),
  /** JSON with templates: the result. Null when the result is files. */
  output: z.json(),
  /** JSON Schema (draft 2020-12) that the output must fit. */
  output_schema: z.record(z.string(), z.json()),
  assertions: z.array(assertionSchema).default([]),
  login_wall: loginWallSchema.optional(),
  created: day,
  updated: day,
});

/** What a run, or a login, may be refused with. */
const failureCodes = [
  "EXECUTION_FAILED",
  "INVALID_PARAMS",
  "AUTH_EXPIRED",
  "BAD_PASSWORD",
  "MFA_REQUIRED",
  "CAPTCHA_REQUIRED",
  "ACCOUNT_LOCKED",
  "LOGIN_TIMEOUT",
  "LOGIN_PAGE_CHANGED",
  "LOGIN_NO_COOKIES",
  "LOGIN_INFRASTRUCTURE_ERROR",
  "LOGIN_FAILED",
] as const;

/**
 * One recorded run of an action, or with the id `<slug>.login` of the site's login, whose data is
 * `values`, `cookies` (their names) and `expires_at`: `cases/<name>.json`.
 */
export const caseSchema = z.strictObject({
  $schema: z.string().optional(),
  format: z.literal(FORMAT),
  action_id: z.string(),
  /** `good`: data; `empty`: nothing found, proven; `failure`: an error with its reason. */
  kind: z.enum(["good", "empty", "failure"]),
  title: z.string().min(5),
  params: z.record(z.string(), z.json()),
  credential: z.record(z.string(), z.json()).optional(),
  /** What `{{now}}` is. */
  now: z.iso.datetime().optional(),
  /** In the order of the requests; each is asked for once. A request that is not here fails the case. */
  exchanges: z.array(
    z.strictObject({
      request: z.strictObject({
        method: z.string().default("GET"),
        url: z.url(),
        /** Headers that must be there, names in lower case. */
        headers: z.record(z.string(), z.string()).optional(),
        /** The JSON or the form that must have been sent. */
        json: z.json().optional(),
        form: z.record(z.string(), z.string()).optional(),
      }),
      answer: z.strictObject({
        status: z.int().default(200),
        headers: z.record(z.string(), z.string()).optional(),
        /** One of them; `json` is sent as application/json. */
        json: z.json().optional(),
        text: z.string().optional(),
      }),
    }),
  ),
  /** The whole data and file names; or code and a part of the message. */
  expect: z.union([
    z.strictObject({
      data: z.json(),
      files: z.array(z.strictObject({ name: z.string(), text: z.string().optional() })).optional(),
    }),
    z.strictObject({
      error: z.strictObject({
        code: z.enum(failureCodes),
        message_contains: z.string().min(3),
      }),
    }),
  ]),
});

/** A site of a catalog: what its `site.json` holds. */
export type Site = z.output<typeof siteSchema>;
/** An action of a catalog as data: what its file holds. */
export type Recipe = z.output<typeof actionSchema>;
/** A recorded case of an action: what it was asked, what the site answered, what came of it. */
export type RecordedCase = z.output<typeof caseSchema>;
/** How a page that asks for a login is recognised. */
export type LoginWall = z.output<typeof loginWallSchema>;
