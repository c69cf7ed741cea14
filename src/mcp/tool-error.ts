import { isClientError, type ClientError } from "../client/index.ts";
import { isMcpError } from "./mcp-error.ts";

/** A call that cannot be done as it was made; the model reads it, and what to change. */
export class McpToolError extends Error {
  /** What to change. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** An error as a model reads it: what went wrong, and what to change; undefined for what is none of these. */
export function toldError(error: unknown): string | undefined {
  if (error instanceof McpToolError) return `${sentence(error.message)} ${error.advice}`;
  if (isMcpError(error)) return sentence(error.message);
  if (!isClientError(error)) return undefined;
  return `${sentence(error.message)} ${adviceOf(error)}`;
}

function adviceOf({ code, details }: ClientError): string {
  switch (code) {
    case "UNAUTHORIZED":
      return "The user must give this MCP server a valid API key: the header Authorization: Bearer KEY over HTTP, or DRAGLINE_API_KEY or --key of dragline mcp.";
    case "INSUFFICIENT_CREDITS":
      return "Ask for fewer pages, or have the user add credits.";
    case "FORBIDDEN":
      return "Use an id of your own account: call job without arguments to list them.";
    case "NOT_FOUND":
      return "Check the id: call job without arguments to list jobs, or wire_search for actions.";
    case "RATE_LIMITED":
      return `Call again in ${Math.ceil((details.retryAfterMs ?? 60_000) / 1000)} s.`;
    case "CONFLICT":
    case "NOT_READY":
      return "Wait until what it needs is free or ready, then call again.";
    case "INVALID_REQUEST":
      return "Correct this argument and call again.";
    case "CONNECTION_FAILED":
      return "Check that the service runs and that --url is its address, then call again.";
    default:
      return details.serviceCode === "configuration_error"
        ? "The host of the service must configure this; use another tool."
        : "Call again; if it stays, tell the user.";
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
