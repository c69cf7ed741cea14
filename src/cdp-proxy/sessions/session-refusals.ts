import { CdpProxyError } from "../cdp-proxy-error.ts";

export function notFound(): CdpProxyError {
  return new CdpProxyError("SESSION_NOT_FOUND", {
    message: "There is no saved session with this id or name.",
  });
}

export function notSaved(): CdpProxyError {
  return new CdpProxyError("SESSION_NOT_SAVED", { message: "The saved session has no state." });
}

export function inUse(retryAfterMs: number): CdpProxyError {
  return new CdpProxyError("SESSION_IN_USE", {
    message: "Another connection is using the saved session.",
    details: { retryAfterMs },
  });
}

export function duplicateName(): CdpProxyError {
  return new CdpProxyError("DUPLICATE_NAME", {
    message: "The owner already has a saved session with this name.",
  });
}

export function leaseLost(): CdpProxyError {
  return new CdpProxyError("LEASE_LOST", {
    message:
      "Another connection took the saved session over, or it was removed, while this one held it.",
  });
}
