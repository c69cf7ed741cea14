import { isMissingPackage, unlessAborted } from "../../core/index.ts";
import { failureTexts, isMailAddress, mailFailure } from "../../webhooks/internal.ts";
import { plainBody, type Message, type MessageLine } from "../messages/message.ts";
import { NotifierError } from "../notifier-error.ts";
import type { TargetText } from "../targets/target-text.ts";
import { escapeHtml } from "./escape-html.ts";
import { reasonText } from "./http-calls.ts";
import {
  taken,
  unfit,
  type Letter,
  type Receiver,
  type SendTools,
  type Sent,
  type Service,
} from "./service.ts";

/** Receivers of one mail. */
const MOST_RECEIVERS = 10;
const PORTS = { smtp: "587", smtps: "465" } as const;

const form = {
  title: "mail",
  schemes: ["smtp", "smtps", "mailto", "mailtos"],
  forms: ["smtps://USER:PASSWORD@SERVER/?to=ADDRESS&from=ADDRESS", "smtp://… with STARTTLS"],
} as const;

/** Where mails go, and as whom. */
interface Mailbox {
  /** Of the server; `https:` where TLS comes first, `http:` else. */
  readonly url: URL;
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly tls: "first" | "required" | "optional";
}

/** E-mails, by a mail server. */
export const mail: Service = {
  ...form,
  read(target) {
    const mailbox = mailboxOf(target);
    const { to, url, password, user } = mailbox;
    return {
      label: `mail to ${to.join(", ")} by ${url.hostname}`,
      url,
      secrets: [
        password,
        Buffer.from(password).toString("base64"),
        Buffer.from(`\0${user}\0${password}`).toString("base64"),
      ],
      send: (letter, tools, signal) => sendMail(letter, mailbox, { ...tools, signal }),
    } satisfies Receiver;
  },
};

/** @throws NotifierError `MAILER_MISSING` */
export async function loadMailer(): Promise<typeof import("nodemailer")> {
  try {
    return await import("nodemailer");
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw new NotifierError("MAILER_MISSING", {
      message: "Mails need the package nodemailer: npm install nodemailer",
      cause,
    });
  }
}

function mailboxOf({ scheme, host, user, password, path, query }: TargetText): Mailbox {
  const isFirst = scheme.endsWith("s");
  const named = query.get("smtp") ?? host;
  if (host.includes("@")) throw unfit(form, "an '@' in the user name or password is written %40");
  const url = URL.parse(`${isFirst ? "https" : "http"}://${named}/`);
  if (url === null || named === "") throw unfit(form, "the server is not a host");
  if (!/:\d+$/.test(named)) url.port = isFirst ? PORTS.smtps : PORTS.smtp;
  const login =
    user !== "" && scheme.startsWith("mailto") && !user.includes("@") ? `${user}@${host}` : user;
  const from = query.get("from") ?? (isMailAddress(login) ? login : "");
  if (!isMailAddress(from))
    throw unfit(form, "'from' says who it comes from, one address without a name");
  const asked = [...query.getAll("to").flatMap((list) => list.split(",")), ...path].map((one) =>
    one.trim(),
  );
  const to = asked.length === 0 && isMailAddress(login) ? [login] : asked;
  if (to.length === 0 || to.length > MOST_RECEIVERS || !to.every(isMailAddress)) {
    throw unfit(
      form,
      `'to' has 1 to ${MOST_RECEIVERS} addresses without names, with commas between`,
    );
  }
  return {
    url,
    user: login,
    password,
    from,
    to,
    tls: isFirst ? "first" : tlsOf(query.get("tls"), user),
  };
}

/** A login is told to nobody else: without TLS there is none, unless the target says so. */
function tlsOf(asked: string | null, user: string): "required" | "optional" {
  if (asked === null) return user === "" ? "optional" : "required";
  if (asked === "required" || asked === "optional") return asked;
  throw unfit(form, "'tls' takes required or optional");
}

async function sendMail(
  letter: Letter,
  mailbox: Mailbox,
  { connector, ca, signal }: SendTools & { readonly signal: AbortSignal },
): Promise<Sent> {
  const { url, user, password, from, to, tls } = mailbox;
  const { createTransport } = await loadMailer();
  // The guard has judged what this socket leads to; nodemailer opens none.
  const { socket } = await connector.connect({ url }, signal);
  const close = (): void => void socket.destroy();
  signal.addEventListener("abort", close, { once: true });
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (tls === "first" ? 443 : 80)),
    secure: tls === "first",
    requireTLS: tls === "required",
    tls: { servername: url.hostname, ...(ca.length > 0 && { ca: [...ca] }) },
    ...(user !== "" && { auth: { user, pass: password } }),
    getSocket: (_, done) => done(null, { connection: socket, secured: tls === "first" }),
  });
  try {
    await unlessAborted(transport.sendMail(mailOf(letter, from, to)), signal);
    return taken;
  } catch (error) {
    signal.throwIfAborted();
    return mailSent(error, password);
  } finally {
    signal.removeEventListener("abort", close);
    transport.close();
    socket.destroy();
  }
}

function mailSent(error: unknown, password: string): Sent {
  const failure = mailFailure(error);
  const response: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "response") : undefined;
  const said = reasonText(response, [password]);
  const told = `${failureTexts[failure]}${said === "" ? "" : `: ${said}`}`;
  return { ...taken, failure: told, permanent: failure === "mail-refused" };
}

function mailOf({ id, message }: Letter, from: string, to: readonly string[]) {
  const { title } = message;
  return {
    from: { name: "", address: from },
    to: to.map((address) => ({ name: "", address })),
    // One line: the title of a message has no line ends.
    subject: title,
    text: `${plainBody(message)}\n`,
    html: htmlOf(message),
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    // Keeps holiday notices from answering (RFC 3834, 5).
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

const STYLES: Readonly<Record<MessageLine["kind"], string>> = {
  text: "",
  heading: "font-weight:bold;margin-top:12px",
  value: "",
  added: "color:#116329;background:#dafbe1",
  removed: "color:#82071e;background:#ffebe9",
  link: "",
};

function htmlOf({ title, lines, url }: Message): string {
  const link = url === null ? [] : [`<p>${linkTo(url)}</p>`];
  return [
    `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="font:14px/1.5 sans-serif">`,
    `<p style="font-size:16px;font-weight:bold">${escapeHtml(title)}</p>`,
    ...lines.map(lineHtml),
    ...link,
    "</body></html>",
  ].join("\n");
}

function lineHtml({ kind, text }: MessageLine): string {
  const style = STYLES[kind];
  const shown = kind === "link" ? linkTo(text) : escapeHtml(text) || "&nbsp;";
  return `<div${style === "" ? "" : ` style="${style}"`}>${shown}</div>`;
}

function linkTo(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}
