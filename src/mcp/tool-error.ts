import { isClientError, type ClientError, type ClientErrorDetails } from "../client/index.ts";
import { isMcpError } from "./mcp-error.ts";
import { fieldsOf, textOf } from "./readings/fields.ts";

/** A call that cannot be done as it was made; the model reads it, and what to change. */
export class McpToolError extends Error {
  /** What to change. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Longest part of an error that is not ours, in characters: with the advice it fits the smallest result. */
const LONGEST = 300;

/** An error as a model reads it: what went wrong, and what to change; undefined for what is none of these. */
export function toldError(error: unknown): string | undefined {
  if (error instanceof McpToolError) return `${sentence(error.message)} ${error.advice}`;
  if (isMcpError(error)) return sentence(error.message);
  if (!isClientError(error)) return undefined;
  return `${sentence(error.message)} ${adviceOf(error)}`;
}

const KEY_ADVICE =
  "The user must give this MCP server a valid API key: the header Authorization: Bearer KEY over HTTP, or DRAGLINE_API_KEY or --key of dragline mcp.";

/** Whether the key is fine, and a login to the site of an action is what is missing. */
function isLoginMissing({ serviceCode }: ClientErrorDetails): boolean {
  return serviceCode === "AUTH_REQUIRED" || serviceCode === "AUTH_EXPIRED";
}

function loginAdvice({ body }: ClientErrorDetails): string {
  const { error, connect_url } = fieldsOf(body);
  const address = textOf(connect_url) || textOf(fieldsOf(error)["connect_url"]);
  const where = address === "" ? "" : `: ${address.slice(0, LONGEST)}`;
  return `The user must log in to the site first${where}`;
}

/** What to change, where the code alone says it. */
const advices: Readonly<Partial<Record<ClientError["code"], string>>> = {
  INSUFFICIENT_CREDITS: "Ask for fewer pages, or have the user add credits.",
  FORBIDDEN: "Use an id of your own account: call job without arguments to list them.",
  NOT_FOUND: "Check the id: call job without arguments to list jobs, or wire_search for actions.",
  CONFLICT: "Wait until what it needs is free, then call again.",
  NOT_READY: "Wait until what it needs is ready, then call again.",
  INVALID_REQUEST: "Correct this argument and call again.",
  CONNECTION_FAILED:
    "Check that the service runs and that --remote is its address, then call again.",
};

function adviceOf({ code, details }: ClientError): string {
  if (code === "UNAUTHORIZED") return isLoginMissing(details) ? loginAdvice(details) : KEY_ADVICE;
  if (code === "RATE_LIMITED") {
    return `Call again in ${Math.ceil((details.retryAfterMs ?? 60_000) / 1000)} s.`;
  }
  if (details.serviceCode === "configuration_error") {
    return "The host of the service must configure this; use another tool.";
  }
  return advices[code] ?? "Call again; if it stays, tell the user.";
}

function sentence(text: string): string {
  const plain = text
    .slice(0, LONGEST)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .toWellFormed();
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
