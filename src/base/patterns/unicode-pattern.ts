import { remembering } from '../memoize.ts'
import { splitPattern } from './pattern-tokens.ts'

/** The characters of words: letters, marks, digits, letters that are numbers (`Ⅳ`), and connectors such as `_`. */
const wordSets = '\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}'
const spaces = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const sets: Readonly<Record<string, string>> = { w: wordSets, d: '\\p{Nd}', s: spaces }

const escapes = /\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|.)/gsu

/** The source for the engine, whose `\w`, `\d`, `\s` know ASCII alone; `isNative` says which `\p{…}` it knows. */
export function widenPattern(source: string, unicode: boolean, isNative: (name: string) => boolean): string {
  const widen = (text: string, inClass: boolean): string => {
    const name = /^\\[pP]\{(.*)\}$/su.exec(text)?.[1]
    if (name !== undefined) return isNative(name) ? text : listProperty(text, name, inClass, isNative)
    const set = sets[text.charAt(1).toLowerCase()]
    if (set === undefined || text.length > 2 || (!unicode && !/s/i.test(text))) return text
    const isNegated = /[A-Z]/.test(text)
    if (inClass) return isNegated ? listCharacters(`[^${set.replace(/\\x\{/g, '\\u{')}]`) : set
    return `[${isNegated ? '^' : ''}${set}]`
  }
  return splitPattern(source)
    .map(({ kind, text }) => {
      if (kind !== 'atom') return text
      return text.startsWith('[') ? text.replace(escapes, (each) => widen(each, true)) : widen(text, false)
    })
    .join('')
}

function listProperty(text: string, name: string, inClass: boolean, isNative: (name: string) => boolean): string {
  const [, value = name] = /^(?:gc|General_Category|sc|Script)=(.+)$/.exec(name) ?? []
  if (isNative(value)) return `${text.slice(0, 2)}{${value}}`
  for (const property of [name, `Script=${name}`]) {
    try {
      const characters = listCharacters(`${text.slice(0, 2)}{${property}}`)
      return inClass ? characters : `[${characters}]`
    } catch {} // no property of this name: the engine will say so
  }
  return text
}

/** All characters of a set that JavaScript knows, as ranges for a class of the engine. */
const listCharacters = remembering(100, (set) => {
  const inSet = new RegExp(set, 'u')
  const ranges: string[] = []
  let from: number | null = null
  for (let code = 0; code <= 0x110000; code += 1) {
    if (code < 0x110000 && inSet.test(String.fromCodePoint(code))) from ??= code
    else if (from !== null) {
      ranges.push(`\\x{${from.toString(16)}}-\\x{${(code - 1).toString(16)}}`)
      from = null
    }
  }
  return ranges.join('')
})

/** Noncharacters that stand after each character of a marked text: at a boundary of a word, and elsewhere. */
const [edge, inner] = ['\ufdd0', '\ufdd1']
const marks = `[${edge}${inner}]`
const anyMark = new RegExp(marks, 'g')
export const inWord: RegExp = new RegExp(`[${wordSets}]`, 'u')
const wideWord = new RegExp(`(?!\\w)[${wordSets}]`, 'u')

/** Whether a text has a character of words beyond ASCII, which the engine's own `\b` would not notice. */
export function hasWideWords(text: string): boolean {
  return wideWord.test(text)
}

/** Puts a mark before a text and after each of its characters, which says whether a boundary of a word is there. */
export function markText(text: string): string {
  let markedText = ''
  let before = false
  for (const character of text.replace(anyMark, '')) {
    const isIn = inWord.test(character)
    markedText += `${before === isIn ? inner : edge}${character}`
    before = isIn
  }
  return `${markedText}${before ? edge : inner}`
}

export function unmarkText(text: string): string {
  return text.replace(anyMark, '')
}

/** A pattern for marked texts: characters take the mark after them, boundaries look back at it; linear time. */
export function markPattern(source: string): string {
  const looking: Readonly<Record<string, string>> = { '\\b': `(?<=${edge})`, '\\B': `(?<=${inner})` }
  const one = (atom: string): string => `(?:${atom}${marks})`
  return splitPattern(source)
    .map(({ kind, text }) => {
      if (kind === 'atom') return one(text)
      if (kind === 'quoted') return [...text.replace(/^\\Q|\\E$/g, '')].map((each) => one(`\\Q${each}\\E`)).join('')
      if (kind !== 'assertion') return text
      return looking[text] ?? (/^(?:\^|\\A)$/.test(text) ? `(?<=${text}${marks})` : text)
    })
    .join('')
}
