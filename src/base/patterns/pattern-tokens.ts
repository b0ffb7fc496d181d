/**
 * A part of a pattern: `atom` consumes one character (`a`, `.`, `\d`, `[a-z]`), `quoted` is `\Q…\E`, `assertion` looks
 * at the place between two characters (`^`, `$`, `\b`), `repeat` says how often, `group` opens, closes or divides.
 */
export interface PatternToken {
  kind: 'atom' | 'quoted' | 'assertion' | 'repeat' | 'group'
  text: string
}

const kinds = {
  quoted: /\\Q.*?(?:\\E|$)/,
  assertion: /\\[bBAzG]|[\^$]/,
  repeat: /(?:[*+?]|\{\d+(?:,\d*)?\})\??/,
  group: /\(\?(?:P?<(?![=!])[^>]*>|<?[=!]|>|[a-zA-Z-]*[:)]?)|[()|]/,
  atom: /\\(?:[pPux]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[pP]?.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|./,
}

const token = new RegExp(
  Object.entries(kinds)
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join('|'),
  'gsu',
)

/** Divides the source of a pattern, of JavaScript or of the engine, into its parts; joined, they are the source again. */
export function splitPattern(source: string): PatternToken[] {
  return [...source.matchAll(token)].map(({ 0: text, groups = {} }) => {
    return { kind: Object.keys(kinds).find((name) => groups[name] !== undefined) as PatternToken['kind'], text }
  })
}
