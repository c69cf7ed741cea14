import { grouped, option } from "../flag.ts";

/** Flags that name a service elsewhere. */
export const remoteFlags = grouped("A service elsewhere", {
  remote: option("URL", "let the Dragline service at this address do the work"),
  key: option(
    "KEY",
    "its API key; other users of this machine can see it, so prefer DRAGLINE_API_KEY",
  ),
});
