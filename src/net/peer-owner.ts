import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { endianness } from "node:os";

/** Where Linux tells whose the sockets of a network are (proc(5)): of IPv4, then of IPv6. */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/** A table is read in pieces while it changes: what it lacks once may be there the second time. */
const READINGS = 2;

/**
 * Whether the other end of a connection over loopback is of this process' own user; also true where
 * the system does not tell (no Linux, no such table).
 */
export async function isOwnPeer(socket: Socket): Promise<boolean> {
  const own = process.getuid?.();
  if (own === undefined || process.platform !== "linux") return true;
  for (let reading = 0; reading < READINGS; reading += 1) {
    for (const table of TABLES) {
      // oxlint-disable-next-line no-await-in-loop -- the second one is hardly ever read
      const owner = ownerIn(await readFile(table, "latin1").catch(() => ""), socket);
      if (owner !== undefined) return owner === own;
    }
  }
  return true;
}

/** Both ends of a connection, as seen from ours. */
type ConnectionEnds = Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">;

/** The user who owns the other end of a connection of IPv4, by a table of sockets. */
export function ownerIn(
  table: string,
  { remoteAddress, remotePort, localAddress, localPort }: ConnectionEnds,
): number | undefined {
  const ends = `${endOf(remoteAddress, remotePort)} `;
  const other = `${endOf(localAddress, localPort)} `;
  for (let at = table.indexOf(ends); at !== -1; at = table.indexOf(ends, at + 1)) {
    const line = table.slice(at, table.indexOf("\n", at));
    const far = line.indexOf(other);
    // Their order tells whose end it is. Behind state, queues, timer and retransmissions is the user.
    if (far === -1) continue;
    const [, , , , uid = ""] = line
      .slice(far + other.length)
      .trim()
      .split(/\s+/);
    if (/^\d+$/.test(uid)) return Number(uid);
  }
  return undefined;
}

/** `0100007F:1F90`: the address is a number of the machine's own byte order. */
function endOf(address = "", port = 0): string {
  const bytes = address
    .replace(/^::ffff:/i, "")
    .split(".")
    .map(Number);
  if (endianness() === "LE") bytes.reverse();
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex}:${port.toString(16).padStart(4, "0")}`.toUpperCase();
}
