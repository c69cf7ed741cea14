/** What the URL of a receiver by e-mail begins with; the address stands behind it as it is. */
const SCHEME = "mailto:";

/** Characters of an address (RFC 5321, 4.5.3.1), and of the part before its `@`. */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL = 64;

/** As browsers check addresses in forms (HTML, 4.10.5.1.5): no quotes, no comments, no names. */
const ADDRESS =
  /^([\w.!#$%&'*+/=?^`{|}~-]+)@([a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*)$/i;

/** Whether it is a single e-mail address and nothing else: `ada@example.com`. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && text.indexOf("@") <= LONGEST_LOCAL && ADDRESS.test(text);
}

/** The address of a receiver by e-mail; undefined when the URL is not of one. */
export function mailAddressOf(url: string): string | undefined {
  return url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
}
