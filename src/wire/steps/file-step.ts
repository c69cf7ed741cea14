import type { AnswerHead, FetchedPage } from "../../fetcher/index.ts";
import type { FileStep, RequestSpec } from "../format/step-schema.ts";
import { jsonFault } from "../run/json-bounds.ts";
import { renderText, renderValue } from "../run/render.ts";
import { buildRequest } from "../requests/build-request.ts";
import { sendRequest } from "../requests/send-request.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import type { Details } from "../run/run-trace.ts";
import type { RunFile } from "../run/runner.ts";
import { BlobWriter } from "./blob-writer.ts";
import { checkAnswer } from "./check-answer.ts";
import type { StepContext } from "./step-context.ts";
import { writeCsv } from "./write-csv.ts";

/** Characters of a name; file systems take 255 bytes. */
const LONGEST = 120;

/**
 * A name that every file system and header takes, and that no other file of the run has. Separators,
 * control characters and what Windows refuses become `-`.
 */
function fileName(wanted: string, others: readonly Pick<RunFile, "name">[]): string {
  const plain = wanted
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069/\\:*?"<>|]+/g, "-")
    .replace(/^[.\s-]+|[.\s]+$/g, "");
  const [base, extension] = parted(plain === "" ? "file" : plain);
  const taken = new Set(others.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${base}${extension}` : `${base}-${number}${extension}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function parted(name: string): readonly [base: string, extension: string] {
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  const base = name.slice(0, name.length - extension.length);
  return [Array.from(base).slice(0, LONGEST).join(""), extension];
}

/** A file as templates see it. */
interface MadeFile {
  readonly name: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

const TYPES = Object.freeze({
  csv: "text/csv; charset=utf-8",
  json: "application/json",
  text: "text/plain; charset=utf-8",
});

/**
 * Makes a file of values, or of the body of an answer, which is never in memory as a whole.
 * @throws RunFault; StorageError; the reason of the run's signal
 */
export async function makeFile(
  step: FileStep,
  context: StepContext,
  details: Details,
): Promise<MadeFile> {
  const { files, fileKey } = context.state;
  if (files.length >= runLimits.files) {
    throw executionFault(`The action creates more than ${runLimits.files} files.`);
  }
  const name = fileName(renderText(step.name, context.scope), files);
  const place = { name, key: fileKey(name, files.length) };
  // Its name is taken from here on, whatever else is made at the same time.
  const index = files.push({ ...place, contentType: "", sizeBytes: 0 }) - 1;
  const file = await (step.request === undefined
    ? writeContent(step, place, context)
    : download({ step, request: step.request, details }, place, context));
  files[index] = file;
  context.state.used.fileBytes += file.sizeBytes;
  details["name"] = name;
  details["bytes"] = file.sizeBytes;
  return { name, content_type: file.contentType, size_bytes: file.sizeBytes };
}

type FilePlace = Pick<RunFile, "name" | "key">;

async function writeContent(
  step: FileStep,
  place: FilePlace,
  { state, scope }: StepContext,
): Promise<RunFile> {
  const form = step.as ?? "text";
  const value = renderValue(step.content ?? null, scope);
  const bounds = {
    maxBytes: Math.min(step.max_bytes, bytesLeft(state)),
    maxDepth: runLimits.depth,
  };
  const fault = jsonFault(value, bounds);
  if (fault !== undefined)
    throw executionFault(`The content of file '${place.name}' must be ${fault}.`);
  const bytes = Buffer.from(textOf(value, form));
  if (bytes.length > bounds.maxBytes) {
    throw executionFault(`File '${place.name}' has more than ${bounds.maxBytes} bytes.`);
  }
  const contentType = step.content_type ?? TYPES[form];
  const { signal } = state.deadline;
  const { size } = await state.blobs.put(place.key, bytes, { contentType, signal });
  return { ...place, contentType, sizeBytes: size };
}

function textOf(value: unknown, form: "csv" | "json" | "text"): string {
  if (form === "csv") return writeCsv(value);
  if (form === "json") return `${JSON.stringify(value, null, 2)}\n`;
  if (typeof value === "string") return value;
  throw executionFault("The content of a text file must be a string.");
}

interface Download {
  readonly step: FileStep;
  readonly request: RequestSpec;
  readonly details: Details;
}

async function download(
  { step, request, details }: Download,
  place: FilePlace,
  context: StepContext,
): Promise<RunFile> {
  const { state, scope } = context;
  const prepared = buildRequest(request, scope);
  const maxBytes = Math.min(step.max_bytes, bytesLeft(state));
  const writer = new BlobWriter(state.blobs, place.key, state.deadline.signal);
  const takes = (head: AnswerHead): boolean => isWanted(head, step, request);
  let page: FetchedPage;
  try {
    page = await sendRequest(
      { ...prepared, maxBytes },
      {
        state,
        scope,
        details,
        sink: (head) => (takes(head) ? writer.open(step.content_type ?? typeOf(head)) : undefined),
      },
    );
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
  if (writer.contentType === undefined)
    throw await refusal(page, { step, request, details }, context);
  return { ...place, contentType: writer.contentType, sizeBytes: await writer.close() };
}

/** Why the answer is not the file. */
async function refusal(page: FetchedPage, { step, request }: Download, context: StepContext) {
  const { status, errors } = request;
  await checkAnswer(page, { id: step.id, status, errors, takesHtml: true }, context);
  return executionFault(
    `${new URL(page.url).host} answered ${typeOf(page)} where a file of ${step.content_type ?? "another type"} was expected (HTTP ${page.status}).`,
  );
}

/** A page in HTML in place of a file of another type says that something is wrong. */
function isWanted(head: AnswerHead, step: FileStep, { status = [200] }: RequestSpec): boolean {
  if (!status.includes(head.status)) return false;
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)$/.test(essenceOf(typeOf(head)));
  return !isHtml || step.content_type === undefined || essenceOf(step.content_type) === "text/html";
}

function typeOf({ headers }: Pick<AnswerHead, "headers">): string {
  const declared = headers["content-type"];
  const type = (typeof declared === "string" ? declared : declared?.[0]) ?? "";
  return /^[\x20-\x7e]{1,200}$/.test(type) ? type : "application/octet-stream";
}

function essenceOf(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function bytesLeft({ used }: StepContext["state"]): number {
  return Math.max(1, runLimits.fileBytes - used.fileBytes);
}
