import { readSchemaFile } from "../input/read-schema-file.ts";
import { readVariables } from "../input/read-variables.ts";
import type { Json } from "../../storage/index.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { paramsOf, type AgentFlags } from "./agent-flags.ts";

/** A task that a model is to do. */
export interface Task {
  /** With the texts of `params` in it. */
  readonly prompt: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly outputSchema: Readonly<Record<string, Json>> | undefined;
  /** Values by name. */
  readonly secretValues: Readonly<Record<string, string>>;
}

/** The task that the command line says. @throws UsageError */
export async function readTask(
  words: readonly string[],
  values: AgentFlags,
  terminal: Terminal,
): Promise<Task> {
  const { url, schema: file, secret = [], heal } = values;
  const text = words.join(" ").trim();
  if (text === "") throw new UsageError("expected a task; try: dragline agent --help");
  if (heal === true) throw new UsageError("--heal needs: dragline agent run FILE");
  if (url === undefined) throw new UsageError("--url is required: the page to start on");
  if (!/^https?:\/\/[^/]/i.test(url) || URL.parse(url) === null) {
    throw new UsageError("--url must be an http or https URL");
  }
  const params = paramsOf(values);
  const prompt = text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => {
    return Object.hasOwn(params, name) ? (params[name] ?? whole) : whole;
  });
  const outputSchema = file === undefined ? undefined : await readSchemaFile(file);
  const secretValues = readVariables("--secret", secret, terminal.env);
  return { prompt, url, params, outputSchema, secretValues };
}
