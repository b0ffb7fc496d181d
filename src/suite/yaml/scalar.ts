import { didYouMean } from '../../base/text/suggest.ts'
import type { YamlNode } from './node.ts'
import type { WithPlace } from './place.ts'
import { refuse, refuseType, type Shape, withCheck } from './shape.ts'

/** Non-empty text. A plain scalar counts as written, so `user: 012` is the text "012". */
export const text: Shape<string> = {
  read(node, reading) {
    if (node.kind !== 'scalar') return refuseType(reading, node, 'text', `write one text${bracketed(node)}`)
    if (node.value === null || node.source === '') {
      const hint = 'write the text, in quotes if it begins with # or another special character'
      return refuseType(reading, node, 'text', hint)
    }
    return node.source
  },
  schema: () => ({ type: ['string', 'number', 'boolean'] }),
}

function bracketed(node: YamlNode): string {
  return node.kind === 'list' ? ', not a list; in quotes if it begins with [' : '; in quotes if it begins with {'
}

export const flag: Shape<boolean> = {
  read(node, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
    const word = node.kind === 'scalar' ? node.source.toLowerCase() : ''
    const suggestion = /^(yes|on)$/.test(word) ? 'true' : /^(no|off)$/.test(word) ? 'false' : undefined
    const hint =
      suggestion === undefined
        ? 'write true or false, without quotes'
        : `write ${suggestion}: in YAML 1.2, ${word} is text`
    return refuseType(reading, node, 'true or false', hint)
  },
  schema: () => ({ type: 'boolean' }),
}

export function wholeNumber(least: number): Shape<number> {
  return {
    read(node, reading) {
      if (
        node.kind === 'scalar' &&
        typeof node.value === 'number' &&
        Number.isSafeInteger(node.value) &&
        node.value >= least
      )
        return node.value
      const isNumber = node.kind === 'scalar' && typeof node.value === 'number'
      const hint = isNumber
        ? `write ${least}, ${least + 1}, ${least + 2} or more`
        : 'write it in digits, without quotes'
      return refuseType(reading, node, `a whole number of at least ${least}`, hint)
    },
    schema: () => ({ type: 'integer', minimum: least }),
  }
}

export interface WordHints<W extends string> {
  /** The choice's name in messages: `what is expected`. */
  what: string
  /** Other tools' words, in lower case, each with the one that is meant. */
  meanings: Readonly<Record<string, W>>
}

/** One of a closed set of words, with a did-you-mean; with `hints`, messages name the choice and recognise synonyms. */
export function word<const W extends string>(words: readonly W[], hints?: WordHints<NoInfer<W>>): Shape<W> {
  const list = hints === undefined ? `one of ${words.join(', ')}` : words.join(' or ')
  return {
    read(node, reading) {
      if (node.kind !== 'scalar' || node.value === null) {
        const hint = hints === undefined ? 'write one of these words' : `write ${list}`
        return refuseType(reading, node, hints?.what ?? list, hint)
      }
      const { source } = node
      const match = words.find((each) => each === source)
      if (match !== undefined) return match
      if (hints === undefined) {
        const hint = didYouMean(source, words, String) ?? `write ${list}`
        return refuse(reading, 'wrong-value', node.at, `"${source}" is not known here`, hint)
      }
      const plain = source
        .toLowerCase()
        .replace(/[\s_-]+/g, ' ')
        .trim()
      const own =
        words.find((each) => each === plain) ?? (Object.hasOwn(hints.meanings, plain) ? hints.meanings[plain] : list)
      return refuse(reading, 'wrong-value', node.at, `${hints.what} is ${list}, not "${source}"`, `write ${own}`)
    },
    schema: () => ({ enum: [...words] }),
  }
}

export function withPlace<T>(shape: Shape<T>): Shape<WithPlace<T>> {
  return withCheck(shape, (value, _, { at }) => ({ value, at }))
}
