/** The largest form; what is larger is refused. */
const MOST_BYTES = 1_048_576;

/**
 * The fields of a form; none where the body is no form.
 * @throws RangeError for one that is too large
 */
export async function formOf(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded") || request.body === null) {
    return new URLSearchParams();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new RangeError("The form is larger than 1 MiB.");
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
