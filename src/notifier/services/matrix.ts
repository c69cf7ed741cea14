import { fitted } from "../messages/fit.ts";
import { plainBody, type Message, type MessageLine } from "../messages/message.ts";
import { escapeHtml } from "./escape-html.ts";
import { sentBy, type HttpCalls, type ServiceAnswer } from "./http-calls.ts";
import type { Sent } from "./sent.ts";
import { unfit, type Receiver, type Service } from "./service.ts";

/** Bytes of each of a message's two forms: an event has at most 65,536, and both are in it. */
const MOST_BYTES = 24_000;

const form = {
  title: "Matrix",
  schemes: ["matrix", "matrixs"],
  forms: ["matrixs://ACCESS_TOKEN@HOMESERVER/!ROOM:SERVER", "matrixs://…/#ALIAS:SERVER"],
} as const;

/** Rooms of Matrix, by an access token. */
export const matrix: Service = {
  ...form,
  read({ scheme, user, password, host, path }) {
    const [room = "", ...more] = path;
    if (user === "") throw unfit(form, "an access token is expected before the '@'");
    if (password !== "") {
      throw unfit(
        form,
        "an access token is expected before the '@', and not a name with a password",
      );
    }
    if (!/^[!#][^\s/:]{1,200}(?::[\w.:[\]-]{1,230})?$/.test(room) || more.length > 0) {
      throw unfit(form, "one room is expected, which begins with '!' or '#'");
    }
    const url = URL.parse(`${scheme === "matrix" ? "http" : "https"}://${host}/`);
    if (url === null || host === "") throw unfit(form, "the home server is not a host");
    const named = room.startsWith("#") && !room.includes(":") ? `${room}:${url.hostname}` : room;
    const site: Homeserver = { url, token: user };
    return {
      label: `Matrix room ${named}`,
      url,
      secrets: [user],
      send: (letter, { http }, signal) => tell(http, { ...site, ...letter, room: named }, signal),
    } satisfies Receiver;
  },
};

interface Homeserver {
  readonly url: URL;
  readonly token: string;
}

interface RoomMessage extends Homeserver {
  readonly room: string;
  readonly message: Message;
  /** A second attempt under the same one is the same event. */
  readonly id: string;
}

async function tell(http: HttpCalls, letter: RoomMessage, signal: AbortSignal): Promise<Sent> {
  const { url, token, room, message, id } = letter;
  const headers = { authorization: `Bearer ${token}` };
  const judged = (answer: ServiceAnswer): Sent => {
    return sentBy(answer, {
      title: form.title,
      reason: ({ json }) => json["error"],
      secrets: [token],
    });
  };
  let roomId = room;
  if (room.startsWith("#")) {
    const directory = new URL(`_matrix/client/v3/directory/room/${encodeURIComponent(room)}`, url);
    const found = await http.ask({ method: "GET", url: directory, headers }, signal);
    const known = found.json["room_id"];
    const sent = judged(found);
    if (sent.failure !== undefined) return sent;
    if (typeof known !== "string")
      return { ...sent, failure: "Matrix does not know the room", permanent: true };
    roomId = known;
  }
  const way = `rooms/${encodeURIComponent(roomId)}/send/m.room.message/${encodeURIComponent(id)}`;
  const event = new URL(`_matrix/client/v3/${way}`, url);
  return judged(
    await http.ask({ method: "PUT", url: event, headers, json: eventOf(message) }, signal),
  );
}

function eventOf(message: Message): object {
  const bound = { most: MOST_BYTES, size: (text: string) => Buffer.byteLength(text) };
  return {
    msgtype: "m.text",
    body: fitted(message, (one) => `${one.title}\n${plainBody(one)}`, bound),
    format: "org.matrix.custom.html",
    formatted_body: fitted(message, matrixHtml, bound),
    // Nobody is called, whatever a page says.
    "m.mentions": {},
  };
}

function matrixHtml({ title, lines, url }: Message): string {
  const head = `<strong>${escapeHtml(title)}</strong>`;
  const link = url === null ? [] : [linkTo(url)];
  return [head, ...lines.map(lineHtml), ...link].join("<br>");
}

function lineHtml({ kind, text }: MessageLine): string {
  if (kind === "link") return linkTo(text);
  return kind === "heading" ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text);
}

function linkTo(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}
