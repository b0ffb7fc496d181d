import { onFirstUse } from '../../../base/memoize.ts'
import { askMeant, didYouMean } from '../../../base/text/suggest.ts'
import { oneOrMore } from '../../yaml/collections.ts'
import type { ScalarNode } from '../../yaml/node.ts'
import { optional, record, required, type WithDefaults } from '../../yaml/record.ts'
import { text, withPlace } from '../../yaml/scalar.ts'
import { type Reading, type ReadOf, refuse, refuseType, type Shape, withCheck } from '../../yaml/shape.ts'
import { bound } from './comparison.ts'

const codes =
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'.split(
    ' ',
  )

/** Languages that cannot be distinguished in short texts: a text in one counts as being in each. */
const sameTongues: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', id: 'ms', bs: 'hr', sr: 'hr', sh: 'hr' }

/** Country codes that people write for languages; `uk` is not included, since it means Ukrainian. */
const countries: Readonly<Record<string, string>> = {
  ...{ at: 'de', ch: 'de', br: 'pt', cn: 'zh', cz: 'cs', dk: 'da', gb: 'en', gr: 'el', il: 'he', in: 'hi', jp: 'ja' },
  ...{ kr: 'ko', mx: 'es', se: 'sv', tw: 'zh', ua: 'uk', us: 'en', vn: 'vi' },
}

const names = onFirstUse(() => new Intl.DisplayNames('en', { type: 'language' }))

export function nameLanguage(code: string): string {
  return names().of(code) ?? code
}

/** The supported code for a language code, `de-AT` counting as `de`; undefined if the language cannot be recognised. */
export function languageOf(languageName: string): string | undefined {
  const [first = ''] = languageName.trim().toLowerCase().split(/[-_]/)
  const code = Object.hasOwn(sameTongues, first) ? sameTongues[first] : first
  return code !== undefined && codes.includes(code) ? code : undefined
}

/** The code of a language, or a `{{variable}}` that will hold one. */
const languageCode: Shape<string> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.value === null)
      return refuseType(reading, node, 'the code of a language', 'write its ISO 639-1 code, such as de')
    if (node.source.includes('{{') || languageOf(node.source) !== undefined) return node.source.trim()
    return refuseCode(node, reading)
  },
  schema: () => ({ type: 'string' }),
}

function refuseCode({ source, at }: ScalarNode, reading: Reading): undefined {
  const near = meantCode(source) ?? didYouMean(source, [...codes, ...Object.keys(sameTongues)], String)
  const hint = `${near ?? `write one of ${codes.join(', ')}`}; a member that is called language goes under fields: { language: … }`
  return refuse(reading, 'wrong-value', at, `"${source}" is no code of a language that can be told`, hint)
}

/** The language code that a name (`German`), a three-letter code or a country code stands for, as a suggestion. */
function meantCode(languageName: string): string | undefined {
  const folded = languageName.trim().toLowerCase()
  const namedCode = [...codes, ...Object.keys(sameTongues)].find((code) => nameLanguage(code).toLowerCase() === folded)
  const short = /^[a-z]{3}$/.test(folded) ? new Intl.Locale(folded).language : undefined
  const language = namedCode ?? (Object.hasOwn(countries, folded) ? countries[folded] : short)
  return language !== undefined && languageOf(language) !== undefined ? askMeant(language) : undefined
}

export const languages: Shape<string[]> = oneOrMore('codes of languages', languageCode)

const alikeByDefault = 0.6

/** What `similar to` compares with: texts, and a bound above 0 and up to 1, or a `{{variable}}` that will hold one. */
export interface Likeness extends Omit<WithDefaults<ReadOf<typeof withBound>, 'bound'>, 'at'> {}

/** A text with words or numbers in it; mere punctuation is similar to nothing. */
const likened: Shape<string> = withCheck(text, (read, reading, node) => {
  if (read.includes('{{') || /[\p{L}\p{N}]/u.test(read)) return read
  const message = 'there is no word in this text, so nothing resembles it'
  return refuse(reading, 'wrong-value', node.at, message, 'write a reply as it should be')
})

const likenedTexts = oneOrMore('texts', withPlace(likened))

/** A bound above 0, which every text reaches, and up to 1, which none exceeds. */
const likenessBound: Shape<number | string> = {
  read(node, reading) {
    const read = bound.read(node, reading)
    if (read === undefined) return undefined
    const { number } = read
    if (typeof number === 'string' || isLikeness(number)) return number
    const [message, hint] =
      number > 0
        ? ['no text is more alike than 1', 'write a share such as 0.8']
        : ['every text is that much alike, so it could never fail', 'write a share above 0, such as 0.8']
    return refuse(reading, 'wrong-value', node.at, message, hint)
  },
  schema: () => ({
    anyOf: [
      { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      { type: 'string', pattern: '^\\{\\{.+\\}\\}$' },
    ],
  }),
}

export function isLikeness(number: number): boolean {
  return number > 0 && number <= 1
}

const withBound = record('similar to', {
  texts: required('text', likenedTexts, 'The text, or several of which the nearest counts.'),
  bound: optional('at least', likenessBound, `How alike, from 0 to 1 (default: ${alikeByDefault}).`),
})

export const likeness: Shape<Likeness> = {
  read(node, reading) {
    if (node.kind !== 'map') {
      const texts = likenedTexts.read(node, reading)
      return texts === undefined ? undefined : { texts, bound: alikeByDefault }
    }
    const read = withBound.read(node, reading)
    return read === undefined ? undefined : { texts: read.texts, bound: read.bound ?? alikeByDefault }
  },
  schema: (definitions) => ({ anyOf: [likenedTexts.schema(definitions), withBound.schema(definitions)] }),
}
