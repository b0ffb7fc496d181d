import { cleanLine } from '../text/clean-line.ts'

/** Where each stands, GitHub would make something of it even when it is written as an entity: a mention, a reference, an emoji, an address. */
const joiner = '\u2060'

/**
 * A text of somebody else as Markdown that shows it and nothing more, on one line and in a table too: no markup, HTML,
 * link, mention (`@team`), reference (`#12`, `GH-12`), emoji (`:x:`) or formula. Safe after any text, and at the beginning of a line.
 */
export function escapeText(text: string): string {
  return cleanLine(text)
    .replace(/@(?=[\p{L}\p{N}_-])|#(?=\d)|:(?=[\w+-]+:)|\bGH-(?=\d)|\b(?:mailto|xmpp)(?=:)/giu, `$&${joiner}`)
    .replace(/[\\`*_{}[\]<>|~&#@$^]|:(?=\/\/|\u2060)|(?<=^\s*\d*)[-+=.)]|(?<=\bwww)\./gi, entity)
}

/** The same in type of one width, for names and paths. */
export function escapeCode(text: string): string {
  return `<code>${escapeText(text)}</code>`
}

/** Lines that must stay as they are, as a fenced block that nothing inside can end. */
export function fenceLines(lines: readonly string[]): string {
  const text = lines.map(keepSpaces).join('\n')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** Columns tell something in an excerpt, so that spaces stay. */
function keepSpaces(line: string): string {
  return line
    .split(/( +)/)
    .map((part) => (part.startsWith(' ') ? part : cleanLine(part)))
    .join('')
}

/** A dollar sign begins a formula unless it has an element of its own. */
function entity(character: string): string {
  return character === '$' ? '<span>$</span>' : `&#${character.codePointAt(0)};`
}
