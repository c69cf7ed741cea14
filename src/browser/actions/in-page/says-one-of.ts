/** Whether the text, label or title of a control begins with one of the words and is short. */
export function saysOneOf(control: Element, words: readonly string[]): boolean {
  const shown = control instanceof HTMLInputElement ? control.value : control.textContent;
  const texts = [shown, control.getAttribute("aria-label"), control.getAttribute("title")];
  // Scripts without spaces go on after a word.
  const goesOn = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u;
  return texts.some((text) => {
    const plain = (text ?? "").trim().toLowerCase().replaceAll(/\s+/g, " ");
    if (plain.length > 40) return false;
    return words.some((word) => plain.startsWith(word) && !goesOn.test(plain.slice(word.length)));
  });
}
