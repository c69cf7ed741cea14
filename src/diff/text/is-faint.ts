/** Whether a line or a token says nothing by itself: it has no letters and no digits. */
export function isFaint(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isPlainLetter(code)) return false;
    if (code > 0x7f) return !/[\p{L}\p{N}]/u.test(text);
  }
  return true;
}

function isPlainLetter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
