/**
 * Characters that are invisible or forbidden in XML: controls, bidirectional marks, zero-width spaces, lone surrogates
 * and noncharacters. Joiners stay, since emoji need them.
 */
const hidden =
  /(?![\n])[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu

/** Makes every character visible: a hidden one is written out as `\u{202e}`. Only `\n` stays. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '  ')
    .replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Escapes text for an element, or for an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
