/** Why an answer's text cannot be trusted: no UTF-8, or characters beyond ASCII in another charset (RFC 8259). */
export function describeForeign(text: string | null, contentType: string): string | null {
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*["']?([^\s"';,]+)/gi)].map(([, charset = '']) => charset)
  const oddCharset = charsets.find((each) => !/^(?:utf-?8|unicode-1-1-utf-8|us-ascii|ascii)$/i.test(each)) ?? null
  if (text === null) return `bytes that are no UTF-8${oddCharset === null ? '' : ` (charset=${oddCharset})`}`
  return oddCharset !== null && /[^\0-\x7f]/.test(text) ? `text beyond ASCII with charset=${oddCharset}` : null
}
