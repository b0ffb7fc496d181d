import { remembering } from '../memoize.ts'
import { unseenCharacters } from './escapes.ts'
import { withoutMarkup } from './markup.ts'
import { toNormalForm } from './normal-form.ts'

/** White space of every kind, the blanks of Braille and Korean included. */
const spaces = String.raw`\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0`
const unseen = new RegExp(`(?:(?![${spaces}])[${unseenCharacters}])+`, 'gu')
const [singleQuotes, doubleQuotes, hyphens] = ['‘’‚‛′‹›ʼ', '“”„‟″«»', '\u2010\u2011\u2212']
/** Letters that differ from plain ones in nothing but their form: ligatures, and the bold and slanted ones of mathematics. */
const dressed = String.raw`\ufb00-\ufb06\u{1d400}-\u{1d7ff}`

/** The characters that look like others; a text of nothing else can only mean these very characters. */
const deceptive = `[${spaces}${unseenCharacters}${singleQuotes}${doubleQuotes}${hyphens}…${dressed}]`
const onlyDeceptive = new RegExp(`^${deceptive}*$`, 'u')
const [anyNotable, anyUneven] = [/[^ -~]|[\\&<[*_~`]|^[ >#+=-]| {2}| $/, /[^ -~]| {2}/]

/** A text as its reader sees it in one spelling: no marks, plain letters, a line a paragraph. Linear time. */
export function toReaderText(text: string): string {
  return anyNotable.test(text) ? readText(text) : text
}

const readText = remembering(
  500,
  (text) => {
    const clear = withoutMarkup(text.replace(/\r\n?/g, '\n').replace(unseen, ''))
    return toNormalForm(toPlainCharacters(clear).trim(), 'NFC')
  },
  1_000_000,
)

/** The same spelling for a text that has no marks: each of its characters as it looks. White space at its ends stays. */
export function toPlainCharacters(text: string): string {
  return anyUneven.test(text) ? toPlain(text).replace(runs, evenSpace) : text
}

const runs = new RegExp(`[${spaces}]+`, 'g')

function evenSpace(run: string): string {
  return run.indexOf('\n') === run.lastIndexOf('\n') ? ' ' : '\n'
}

/** Characters one by one; `write` writes those that mean something else in a pattern. */
function toPlain(text: string, write: (plain: string) => string = (plain) => plain): string {
  return straightenQuotes(text.replace(unseen, ''))
    .replace(new RegExp(`[${hyphens}]`, 'g'), write('-'))
    .replaceAll('…', write('...'))
    .replace(dressedLetters, (letters) => toNormalForm(letters, 'NFKC'))
}

const dressedLetters = new RegExp(`[${dressed}]+`, 'gu')

export function straightenQuotes(text: string): string {
  return text.replace(new RegExp(`[${singleQuotes}]`, 'g'), "'").replace(new RegExp(`[${doubleQuotes}]`, 'g'), '"')
}

/** A text to look for in a reader's text; null for one that can only mean its own characters, as they were sent. */
export function toSoughtText(text: string): string | null {
  return onlyDeceptive.test(text) ? null : toPlainCharacters(text)
}

/** The same for the source of a pattern; one of nothing but such characters and signs of patterns stays as it is. */
export function toSoughtPattern(source: string): string {
  if (!/[^ -~]/.test(source) || onlyDeceptive.test(source.replace(/[\\^$.*+?()[\]{}|/-]/g, ''))) return source
  return toPlain(source, (plain) => plain.replace(/[-.]/g, '\\$&')).replace(new RegExp(`[${spaces}]`, 'g'), ' ')
}
