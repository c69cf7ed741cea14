import { z } from "zod";
import { conditionSchema } from "./condition-schema.ts";
import { stepSchema } from "./step-schema.ts";

/** A sign in an answer: every part that is given is there. */
const signSchema = z.strictObject({
  status: z.array(z.int().min(200).max(599)).min(1).optional(),
  /** In the URL that answered in the end. */
  url_contains: z.string().min(1).max(200).optional(),
  css: z.string().min(1).max(500).optional(),
  text: z.string().min(1).max(500).optional(),
  /** Conditions on what steps were answered: `{{steps.login.body.error}}`. */
  where: z.array(conditionSchema).min(1).max(10).optional(),
  /** What a person reads in place of the usual sentence; may hold templates. */
  message: z.string().min(1).max(500).optional(),
});

const signs = z.array(signSchema).min(1).max(20);

/**
 * A login as data; templates read `{{params.x}}` of `login_input`. Its steps talk to the site's own hosts
 * alone. Each answer is held against the signs of a refusal, in the order in which they stand here; the
 * last one against those of success.
 */
export const loginSchema = z.strictObject({
  /** Requests and pages with the cookies of one session, or what a browser does. */
  steps: z.array(stepSchema).min(1).max(20),
  /** Too many attempts, or an account that is shut for now: `ACCOUNT_LOCKED`. */
  locked: signs.optional(),
  captcha: signs.optional(),
  /** A further proof is wanted, such as a code: `MFA_REQUIRED`. */
  mfa: signs.optional(),
  wrong_password: signs.optional(),
  /** Another reason to let nobody in: `LOGIN_FAILED`. */
  refused: signs.optional(),
  /** A page in place of the one that the recipe knows: `LOGIN_PAGE_CHANGED`. */
  changed: signs.optional(),
  /** Of the answer to the last step. */
  success: signs,
  /** Steps that prove the session, run as those of an action with it, behind `auth.steps`. */
  check: z.array(stepSchema).min(1).max(5).optional(),
  /** What is kept beside the session, such as the user's name; no secret. `site` of `login_input` is kept anyway. */
  values: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), z.string().max(1_000)).optional(),
  /** A regular expression (RE2 syntax) that is found in the names of the cookies that hold the session; any when absent. */
  session_cookies: z.string().max(200).optional(),
  /** In place of the site's pace, for sites that distrust a client that sends a form at once. */
  pace: z.strictObject({ requests: z.int().min(1), per_ms: z.int().min(1) }).optional(),
});

export type LoginRecipe = z.output<typeof loginSchema>;
export type LoginSign = z.output<typeof signSchema>;
