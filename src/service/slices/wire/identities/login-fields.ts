import type { Call, Json } from "../../../../storage/index.ts";
import type { Identities } from "../own-wire.ts";
import type { SourceRef } from "../logins/locators.ts";
import type { LoginFields } from "../logins/logins.ts";
import { invalidParams } from "../invalid-params.ts";
import { owned } from "../../../base/owned.ts";

/** What a request says of a login's fields. */
interface AskedFields {
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly source_id: string | undefined;
  readonly source_ref: SourceRef | undefined;
}

/** Whether no fields are given: public clients send an empty object beside a source. */
export function isNone(params: AskedFields["params"]): boolean {
  return params === undefined || Object.keys(params).length === 0;
}

/**
 * The fields of a login: those of the request, or those of the caller's source.
 * @throws ServiceError `INVALID_REQUEST` for both or neither, `NOT_FOUND`, `FORBIDDEN`
 */
export async function loginFields(
  { sources }: Identities,
  { params, source_id: id, source_ref: ref }: AskedFields,
  { account, signal }: Call & { readonly account: string },
): Promise<LoginFields> {
  if ((id === undefined) !== (ref === undefined)) {
    throw invalidParams("source_id and source_ref must be given together.", [
      id === undefined ? "source_id" : "source_ref",
    ]);
  }
  if (id === undefined || ref === undefined) {
    if (params === undefined)
      throw invalidParams("A login needs params, or source_id and source_ref.");
    // What a parser made of JSON.
    return { params: params as Readonly<Record<string, Json>> };
  }
  if (!isNone(params)) {
    throw invalidParams(
      "A login needs either params, or source_id and source_ref; both were given.",
    );
  }
  const source = owned("identity source", await sources.find(id, { signal }), account);
  return { source, ref };
}
