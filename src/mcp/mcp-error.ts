import { DraglineError, errorQuestion, type ErrorCode } from "../core/index.ts";

/** What serving MCP needs and does not have. */
export class McpError extends DraglineError<ErrorCode<"mcp">> {
  static override readonly brandName: string = "McpError";
}

/**
 * Whether `value` is a {@link McpError}, optionally with that code.
 * @example if (isMcpError(error, "PACKAGE_MISSING")) console.error(error.message);
 */
export const isMcpError = errorQuestion<ErrorCode<"mcp">, McpError>("McpError");
