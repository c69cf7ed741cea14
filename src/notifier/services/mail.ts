import type Nodemailer from "nodemailer";
import { isMissingPackage, unlessAborted } from "../../core/index.ts";
import { failureTexts, isMailAddress, mailFailure } from "../../webhooks/internal.ts";
import { plainBody, type Message, type MessageLine } from "../messages/message.ts";
import { NotifierError } from "../notifier-error.ts";
import type { TargetText } from "../targets/target-text.ts";
import { escapeHtml } from "./escape-html.ts";
import { reasonText } from "./http-calls.ts";
import { taken, type Sent } from "./sent.ts";
import { unfit, type Letter, type Receiver, type SendTools, type Service } from "./service.ts";

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
export async function loadMailer(): Promise<typeof Nodemailer> {
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

function mailboxOf(target: TargetText): Mailbox {
  const { scheme, user, password, query } = target;
  const isFirst = scheme.endsWith("s");
  const url = serverOf(target, isFirst);
  const login = loginOf(target);
  const own = isMailAddress(login) ? login : "";
  const from = query.get("from") ?? own;
  if (!isMailAddress(from)) {
    throw unfit(form, "'from' says who it comes from, one address without a name");
  }
  const to = receiversOf(target, own);
  return {
    url,
    user: login,
    password,
    from,
    to,
    tls: isFirst ? "first" : tlsOf(query.get("tls"), user),
  };
}

function serverOf({ host, query }: TargetText, isFirst: boolean): URL {
  if (host.includes("@")) {
    throw unfit(form, "an '@' in the user name or password is written %40");
  }
  const named = query.get("smtp") ?? host;
  const url = URL.parse(`${isFirst ? "https" : "http"}://${named}/`);
  if (url === null || named === "") throw unfit(form, "the server is not a host");
  if (!/:\d+$/.test(named)) url.port = isFirst ? PORTS.smtps : PORTS.smtp;
  return url;
}

/** Of `mailto:`, as Apprise has it, what stands before the '@' is the name, and the host its domain. */
function loginOf({ scheme, user, host }: TargetText): string {
  const isShort = user !== "" && scheme.startsWith("mailto") && !user.includes("@");
  return isShort ? `${user}@${host}` : user;
}

function receiversOf({ query, path }: TargetText, own: string): string[] {
  const named = query.getAll("to").flatMap((list) => list.split(","));
  const asked = [...named, ...path].map((one) => one.trim());
  const to = asked.length === 0 && own !== "" ? [own] : asked;
  if (to.length > 0 && to.length <= MOST_RECEIVERS && to.every(isMailAddress)) return to;
  throw unfit(form, `'to' has 1 to ${MOST_RECEIVERS} addresses without names, with commas between`);
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
