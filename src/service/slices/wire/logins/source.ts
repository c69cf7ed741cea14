import { ServiceError } from "../../../base/service-error.ts";
import type { SourceRow } from "./collections.ts";
import type { VaultAccess, VaultProvider } from "../../../../vault/index.ts";

/** A vault to be connected. */
export interface NewSource {
  readonly account: string;
  readonly provider: VaultProvider;
  readonly displayName: string;
  readonly access: VaultAccess;
}

/** A change of a source: a name, another credential, or both. */
export interface SourceChange {
  readonly displayName?: string | undefined;
  readonly access?: VaultAccess | undefined;
}

/** @throws ServiceError `SOURCE_INACTIVE` */
export function checkActive({ status }: Pick<SourceRow, "status">): void {
  if (status === "active") return;
  throw new ServiceError("SOURCE_INACTIVE", {
    message: "The source was revoked; verify it, or give it another credential.",
  });
}

/** @throws ServiceError `PROVIDER_NOT_BROWSABLE` */
export function checkBrowsable({ descriptor }: Pick<VaultProvider, "descriptor">): void {
  if (descriptor.browsable) return;
  throw new ServiceError("PROVIDER_NOT_BROWSABLE", {
    message: `${descriptor.displayName} cannot list what it holds; bind logins by reference.`,
  });
}
