/** What rooms above need of the service and hosts do not. */
export { apiKey } from "./http/api-key.ts";
export { clientAddress, clientNetwork } from "./http/client-address.ts";
export { belowBase, readFacts } from "./http/mounting.ts";
export { trustedProxies, type IsTrusted } from "./http/trusted-proxies.ts";
