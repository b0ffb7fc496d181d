import { didYouMean } from '../../base/suggest.ts'
import type { YamlNode } from './node.ts'
import type { Placed } from './place.ts'
import { refuse, refuseType, type Shape } from './shape.ts'

/** Non-empty text. A plain scalar counts as it was written, so `user: 012` is the text "012". */
export const text: Shape<string> = {
  read(node, reading) {
    if (node.kind !== 'scalar') return refuseType(reading, node, 'text', `write one text${bracketed(node)}`)
    if (node.value === null || node.source === '')
      return refuseType(
        reading,
        node,
        'text',
        'write the text, in quotes if it begins with # or another special character',
      )
    return node.source
  },
  schema: () => ({ type: ['string', 'number', 'boolean'] }),
}

function bracketed(node: YamlNode): string {
  return node.kind === 'list' ? ', not a list; in quotes if it begins with [' : '; in quotes if it begins with {'
}

/** `true` or `false`. */
export const flag: Shape<boolean> = {
  read(node, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
    const word = node.kind === 'scalar' ? node.source.toLowerCase() : ''
    const meant = /^(yes|on)$/.test(word) ? 'true' : /^(no|off)$/.test(word) ? 'false' : undefined
    const hint =
      meant === undefined ? 'write true or false, without quotes' : `write ${meant}: in YAML 1.2, ${word} is text`
    return refuseType(reading, node, 'true or false', hint)
  },
  schema: () => ({ type: 'boolean' }),
}

/** A whole number of at least `least`. */
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
      return refuseType(reading, node, `a whole number of at least ${least}`, 'write it in digits, without quotes')
    },
    schema: () => ({ type: 'integer', minimum: least }),
  }
}

/** One of a closed set of words, with a did-you-mean. */
export function word<const W extends string>(words: readonly W[]): Shape<W> {
  return {
    read(node, reading) {
      if (node.kind !== 'scalar' || node.value === null)
        return refuseType(reading, node, `one of ${words.join(', ')}`, 'write one of these words')
      const found = words.find((each) => each === node.source)
      if (found !== undefined) return found
      const hint = didYouMean(node.source, words, String) ?? `write one of ${words.join(', ')}`
      return refuse(reading, 'wrong-value', node.at, `"${node.source}" is not known here`, hint)
    },
    schema: () => ({ enum: [...words] }),
  }
}

/** The same value, kept with the place it was written at. */
export function placed<T>(shape: Shape<T>): Shape<Placed<T>> {
  return {
    read(node, reading) {
      const value = shape.read(node, reading)
      return value === undefined ? undefined : { value, at: node.at }
    },
    schema: (definitions) => shape.schema(definitions),
  }
}
