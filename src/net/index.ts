export { judgeAddress, type AddressVerdict } from "./address.ts";
export type { Connection, Connector, ConnectTarget, ConnectTimings } from "./connection.ts";
export {
  createConnector,
  type ConnectorCollaborators,
  type ConnectorOptions,
} from "./connector.ts";
export { createDialer, systemDialer, type Dialer, type DialTarget } from "./dialer.ts";
export {
  createGuardProxy,
  type DoorOptions,
  type GuardProxy,
  type GuardProxyCollaborators,
  type GuardProxyOptions,
} from "./guard-proxy.ts";
export type { ProxyDoor } from "./proxy-door.ts";
export { createAddressGuard, type AddressGuard, type AddressGuardOptions } from "./guard.ts";
export { isNetError, NetError, type ConnectPhase, type NetErrorDetails } from "./net-error.ts";
export { systemResolver, type Resolver } from "./resolver.ts";
