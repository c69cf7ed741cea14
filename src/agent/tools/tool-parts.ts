import { ActionError } from "../../browser/index.ts";
import type { Clock } from "../../core/index.ts";
import type { Extractor } from "../../extractor/index.ts";
import type { ToolCallOptions, ToolOutcome } from "./agent-tool.ts";
import type { NavigationPolicy } from "./policy.ts";
import type { SecretGuard } from "./secret-guard.ts";
import type { Secrets } from "./secrets.ts";
import type { Tabs } from "./tabs.ts";

/** What the tools of a page work with. */
export interface ToolParts {
  readonly tabs: Tabs;
  readonly policy: NavigationPolicy;
  readonly secrets: Secrets;
  readonly guard: SecretGuard;
  readonly clock: Clock;
  /** By the name that the model knows. */
  readonly files: ReadonlyMap<string, Blob>;
  readonly extractor: Extractor;
}

/** What a tool is called with: those members that its schema names, judged by it. */
export interface ToolInput {
  readonly url: string;
  readonly ref: string;
  readonly to: string;
  readonly text: string;
  readonly key: string;
  readonly part: string;
  readonly direction: "up" | "down";
  readonly seconds?: number;
  readonly tab: string;
  readonly file: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What a tool does. @throws ActionError for what could not be done; the signal's reason */
export type ToolWork = (input: ToolInput, call: ToolCallOptions) => Promise<ToolOutcome>;

/** A refusal as an outcome. */
export function refused(said: string): ToolOutcome {
  return { said, isFailure: true };
}

/** Why something failed, in a line without values of secrets. */
export function reasonOf(error: unknown, { mask }: Secrets): string {
  const reason = error instanceof ActionError ? error.details.reason : undefined;
  const text = reason ?? (error instanceof Error ? error.message : String(error));
  return mask(text.split("\n", 1)[0] ?? "").slice(0, 300);
}
