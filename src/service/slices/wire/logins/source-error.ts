import { isVaultError, type VaultError } from "../../../../vault/index.ts";
import { ServiceError, type ServiceErrorCode } from "../../../base/service-error.ts";

/** What a failure of a vault is to clients; its own words go no further. */
const told: Readonly<Record<VaultError["code"], readonly [ServiceErrorCode, string]>> =
  Object.freeze({
    INVALID_ACCESS: ["INVALID_REQUEST", "A field of the method is missing or malformed."],
    UNKNOWN_FIELD: ["UNKNOWN_CONNECT_FIELD", "The method does not have this field."],
    INVALID_VAULT_URL: ["INVALID_VAULT_URL", "vault_urls: must be https URLs of key vaults."],
    PROVIDER_NOT_BROWSABLE: ["PROVIDER_NOT_BROWSABLE", "The provider cannot list what it holds."],
    SOURCE_AUTH_FAILED: ["SOURCE_AUTH_FAILED", "The provider refused the stored credential."],
    SOURCE_FORBIDDEN: ["SOURCE_FORBIDDEN", "The credential may not read the container or vault."],
    SOURCE_ITEM_NOT_FOUND: [
      "SOURCE_ITEM_NOT_FOUND",
      "The container, vault or entry does not exist.",
    ],
    SOURCE_FIELD_MISSING: ["SOURCE_FIELD_MISSING", "The entry lacks a field of the login."],
    SOURCE_THROTTLED: [
      "SOURCE_THROTTLED",
      "The provider limits the rate of calls; try again later.",
    ],
    SOURCE_UNREACHABLE: ["SOURCE_UNREACHABLE", "The provider could not be reached in time."],
    SOURCE_UPSTREAM_ERROR: ["SOURCE_UPSTREAM_ERROR", "The provider failed."],
    SOURCE_NOT_AVAILABLE: [
      "SOURCE_NOT_AVAILABLE",
      "The package that connects to the provider is not installed on this service.",
    ],
  });

/**
 * A failure of a vault as the service's error; what is none stays as it is.
 * @param isNew whether the credential is one that is not stored yet
 */
export function sourceFailure(failure: unknown, isNew = false): unknown {
  if (!isVaultError(failure)) return failure;
  const { missingFields, unknownFields, retryAfterMs } = failure.details;
  const [code, message] = told[failure.code];
  const extra = {
    ...(missingFields === undefined ? {} : { missing_fields: missingFields }),
    ...(unknownFields === undefined ? {} : { unknown_fields: unknownFields }),
  };
  const isRejected = isNew && code === "SOURCE_AUTH_FAILED";
  return new ServiceError(isRejected ? "SOURCE_TOKEN_REJECTED" : code, {
    // The fields are the caller's own; their names help.
    message: namesFields(failure) ? failure.message : isRejected ? REJECTED : message,
    // The failure is not kept as the cause: a host's provider may put a secret into it.
    details: { extra, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  });
}

const REJECTED = "The provider refused the credential; nothing was stored.";

function namesFields({ code }: VaultError): boolean {
  return code === "INVALID_ACCESS" || code === "UNKNOWN_FIELD" || code === "INVALID_VAULT_URL";
}
