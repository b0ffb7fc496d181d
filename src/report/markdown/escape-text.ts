import { cleanLine } from '../text/line.ts'

/**
 * Inserted after characters that GitHub interprets even when written as an entity: a mention, a reference, an emoji, an
 * address.
 */
const joiner = '\u2060'

/**
 * Escapes foreign text as Markdown that shows it literally, on one line and also in a table: no markup, HTML, link,
 * mention (`@team`), reference (`#12`, `GH-12`), emoji (`:x:`) or formula. Safe after any text, and at the start of a
 * line.
 */
export function escapeText(text: string): string {
  return cleanLine(text)
    .replace(/@(?=[\p{L}\p{N}_-])|#(?=\d)|:(?=[\w+-]+:)|\bGH-(?=\d)|\b(?:mailto|xmpp)(?=:)/giu, `$&${joiner}`)
    .replace(/[\\`*_{}[\]<>|~&#@$^]|:(?=\/\/|\u2060)|(?<=^\s*\d*)[-+=.)]|(?<=\bwww)\./gi, entity)
}

/** The same in a monospaced font, for names and paths. */
export function escapeCode(text: string): string {
  return `<code>${escapeText(text)}</code>`
}

/** Lines that must stay unchanged, as a fenced block that nothing inside can close. */
export function fenceLines(lines: readonly string[]): string {
  const text = lines.map(keepSpaces).join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** Spaces stay, because columns matter in an excerpt. */
function keepSpaces(line: string): string {
  return line
    .split(/( +)/)
    .map((part) => (part.startsWith(' ') ? part : cleanLine(part)))
    .join('')
}

/** A dollar sign starts a formula unless it is wrapped in an element of its own. */
function entity(character: string): string {
  return character === '$' ? '<span>$</span>' : `&#${character.codePointAt(0)};`
}
