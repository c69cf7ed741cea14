/** Why a server cannot listen, for people: `cannot listen on 127.0.0.1:80 (this user is not allowed to)`. */
export function listenFailure(
  { host, port }: { readonly host: string; readonly port: number },
  cause: unknown,
): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return `cannot listen on ${host}:${port} (${words[code] ?? code})`;
}

const words: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; give another with --port",
  EACCES: "this user is not allowed to",
  EADDRNOTAVAIL: "this machine does not have the address",
  ENOTFOUND: "the host name is unknown",
};
