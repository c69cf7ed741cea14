import type { Doc } from "../transports/index.ts";

/**
 * What the original service's MCP server makes of an answer, and the schema that its clients hold
 * the output against, for each tool that has one to fail. Written down from its public repository
 * (Anakin-Inc/anakin-mcp, commits 1f8256b2 and 110785ab, `src/tools`).
 */
export interface McpTool {
  readonly name: string;
  readonly row: string;
  /** Whether an answer is the one that the tool shows; completed ones are. */
  readonly isEnd?: (answer: Doc) => boolean;
  /** What the tool shows of the answer. */
  readonly output: (answer: Doc) => unknown;
  readonly schema: object;
  /** Faults that remain because the interface gives what the schema does not know. */
  readonly remaining?: readonly string[];
}

const text = { type: "string" };
const whole = { type: "integer" };
const flag = { type: "boolean" };
const open = { type: "object", additionalProperties: true };
const listOf = (items: object): object => ({ type: "array", items });
const oneOf = (...names: readonly string[]): object => ({ ...text, enum: names });

function object(properties: object, required: readonly string[] = [], isOpen = false): object {
  return { type: "object", properties, required, additionalProperties: isOpen };
}

function pick(...names: readonly string[]): McpTool["output"] {
  return (answer) => Object.fromEntries(names.map((name) => [name, answer[name]]));
}

const monitor = {
  id: text,
  url: text,
  intervalMinutes: whole,
  scope: oneOf("page", "site", "wire"),
  watchMode: oneOf("full_page", "specific_data"),
  watchFormat: oneOf("markdown", "html", "cleaned_html"),
  isActive: flag,
  alertWebhookSecret: text,
};

export const mcpTools: readonly McpTool[] = [
  {
    name: "scrape",
    row: "GET /url-scraper/{id}",
    isEnd: ({ status, jobType }) => status === "completed" && jobType === "url_scraper",
    output: pick("url", "markdown", "cached", "durationMs"),
    schema: object({ url: text, markdown: text, cached: flag, durationMs: whole }, [
      "url",
      "markdown",
      "cached",
      "durationMs",
    ]),
  },
  {
    name: "map",
    row: "GET /map/{id}",
    output: pick("url", "links", "totalLinks", "externalLinks", "totalExternalLinks", "durationMs"),
    schema: object(
      {
        url: text,
        links: listOf(text),
        totalLinks: whole,
        externalLinks: listOf(text),
        totalExternalLinks: whole,
        durationMs: whole,
      },
      ["url", "links", "totalLinks", "externalLinks", "totalExternalLinks", "durationMs"],
    ),
  },
  {
    name: "crawl",
    row: "GET /crawl/{id}",
    output: pick("url", "totalPages", "completedPages", "pages", "durationMs"),
    schema: object(
      {
        url: text,
        totalPages: whole,
        completedPages: whole,
        pages: listOf(
          object(
            {
              url: text,
              status: oneOf("completed", "failed"),
              markdown: text,
              html: text,
              durationMs: whole,
              error: text,
            },
            ["url", "status", "durationMs"],
          ),
        ),
        durationMs: whole,
      },
      ["url", "totalPages", "completedPages", "pages", "durationMs"],
    ),
  },
  {
    name: "search",
    row: "POST /search",
    output: ({ results }) => ({ results, count: results.length }),
    schema: object(
      {
        results: listOf(object({ url: text, title: text, snippet: text, date: text }, ["url"])),
        count: whole,
      },
      ["results", "count"],
    ),
    // Interface 2.2: `last_updated`, when available.
    remaining: ["/results/0 must NOT have additional properties"],
  },
  {
    name: "agentic_search",
    row: "GET /agentic-search/{id}",
    output: ({ id, status, cached, generatedJson }) => ({
      id,
      status,
      summary: generatedJson?.summary,
      structured_data: generatedJson?.structured_data,
      data_schema: generatedJson?.data_schema,
      cached,
    }),
    schema: object(
      {
        id: text,
        status: oneOf("completed", "failed"),
        summary: text,
        structured_data: open,
        data_schema: open,
        cached: flag,
      },
      ["id", "status"],
    ),
  },
  {
    name: "wire_discover",
    row: "GET /wire/resolve",
    output: (answer) => answer,
    schema: object({ results: listOf(open), next: text }),
  },
  {
    name: "wire_read_action",
    row: "GET /wire/jobs/{id}",
    output: (answer) => answer,
    schema: object(
      {
        status: oneOf("processing", "completed", "failed"),
        retry_after_ms: whole,
        data: open,
        credits_used: { type: "number" },
        execution_ms: { type: "number" },
      },
      ["status"],
      true,
    ),
    // Decisions, trap 21: `data` may be a list.
    remaining: ["/data must be object"],
  },
  {
    name: "wire_build",
    row: "POST /wire/build-request",
    isEnd: ({ status }) => status === "ok",
    output: (answer) => answer,
    schema: object({ status: text, build_request: open }, [], true),
  },
  {
    name: "monitor_create",
    row: "POST /monitors",
    output: (answer) => answer,
    schema: object(monitor, [], true),
  },
  {
    name: "monitor_list, of one",
    row: "GET /monitors/{id}",
    output: (answer) => answer,
    schema: object(monitor, [], true),
  },
  {
    name: "monitor_list",
    row: "GET /monitors",
    output: (answer) => ({ monitors: answer }),
    schema: object({ monitors: listOf(object(monitor, [], true)) }, ["monitors"], true),
  },
  {
    name: "ai_visibility_search",
    row: "GET /ai-visibility/search/{id}",
    output: pick("search_id", "status", "country", "synthesis", "results"),
    schema: object(
      {
        search_id: text,
        status: oneOf("running", "completed", "failed"),
        country: text,
        synthesis: text,
        results: listOf(open),
      },
      ["search_id", "status", "results"],
    ),
  },
  {
    name: "ai_visibility_sources",
    row: "GET /ai-visibility/sources",
    output: (answer) => ({ sources: answer }),
    schema: object({ sources: listOf(object({ slug: text, label: text }, ["slug", "label"])) }, [
      "sources",
    ]),
  },
  {
    name: "session_list",
    row: "GET /sessions",
    output: (answer) => ({ sessions: answer }),
    schema: object({ sessions: listOf(object({ id: text, domain: text }, ["id"], true)) }, [
      "sessions",
    ]),
  },
  {
    name: "browser_task",
    row: "POST /ai/evaluate",
    isEnd: ({ success }) => success === true,
    output: ({ steps, success, result, iterations, cached, duration_ms, run_id }) => ({
      success,
      result,
      steps_taken: Array.isArray(steps) ? steps.length : undefined,
      iterations,
      cached,
      duration_ms,
      run_id,
    }),
    schema: object({
      success: flag,
      result: {},
      steps_taken: whole,
      iterations: whole,
      cached: flag,
      duration_ms: whole,
      run_id: text,
    }),
  },
];
