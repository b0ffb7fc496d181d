/**
 * Characters that editors hide or show as an ordinary space: control and format characters, lone surrogates, private
 * use, odd spaces.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu
const joiner = '\u200d'
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const long: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Escapes a text onto one line on which every character is visible; `readEscaped` reverses it. */
export function escapeLine(text: string): string {
  const seen = showUnseen(text.replaceAll('\\', '\\\\'))
  const ink = seen.trimEnd().length // only ordinary spaces are left
  return `${seen.slice(0, ink)}${'\\u{20}'.repeat(seen.length - ink)}`
}

/** Keeps line breaks, makes every other character visible, and lets no line end in a space. */
export function escapeText(text: string): string {
  return text.split('\n').map(escapeLine).join('\n')
}

/**
 * Writes invisible characters as `\u{202e}`, in a text whose backslashes are already escaped. The joiner inside an
 * emoji stays.
 */
export function showUnseen(text: string): string {
  return text.replace(unseen, (found, offset: number) => {
    if (
      found === joiner &&
      /\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}]*$/u.test(text.slice(Math.max(0, offset - 6), offset))
    )
      return found
    return short[found] ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** Reverses the escaping. */
export function readEscaped(text: string): string {
  return text.replace(/\\(?:u\{([0-9a-f]{1,6})\}|(.))/gsu, (_, code?: string, letter = '') =>
    code === undefined ? (long[letter] ?? letter) : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}
