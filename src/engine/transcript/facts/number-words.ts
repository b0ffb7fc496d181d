interface Tongue {
  /** The values of its words below a hundred, and of words for whole hundreds. */
  words: ReadonlyMap<string, number>
  /** The words that multiply what comes before them. */
  scales: ReadonlyMap<string, number>
  /** Words that may join two words of one number. */
  and: RegExp
}

const list = (words: string, from = 0): [string, number][] =>
  words.split(' ').map((word, index) => [word, index + from])

const byTens = (words: string, from = 20): [string, number][] =>
  words.split(' ').map((word, index) => [word, from + 10 * index])

const english: Tongue = {
  words: new Map([
    ...list(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    ),
    ...byTens('twenty thirty forty fifty sixty seventy eighty ninety'),
    ['fourty', 40],
  ]),
  scales: new Map([
    ['dozen', 12],
    ['hundred', 100],
    ['thousand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
  ]),
  and: /^and$/,
}

const french: Tongue = {
  words: new Map([
    ...list('zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'),
    ['une', 1],
    ...byTens('vingt trente quarante cinquante soixante septante'),
    ['huitante', 80],
    ['nonante', 90],
  ]),
  scales: new Map([
    ['vingts', 20],
    ['cent', 100],
    ['cents', 100],
    ['mille', 1e3],
    ['million', 1e6],
    ['millions', 1e6],
  ]),
  and: /^et$/,
}

const spanish: Tongue = {
  words: new Map([
    ...list(
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
    ),
    ['un', 1],
    ['una', 1],
    ['veintiun', 21],
    ['veintiuna', 21],
    ...byTens('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30),
    ['cien', 100],
    ['ciento', 100],
    ...['doscient', 'trescient', 'cuatrocient', 'quinient', 'seiscient', 'setecient', 'ochocient', 'novecient'].flatMap(
      (word, index): [string, number][] => [
        [`${word}os`, 200 + 100 * index],
        [`${word}as`, 200 + 100 * index],
      ],
    ),
  ]),
  scales: new Map([
    ['mil', 1e3],
    ['millon', 1e6],
    ['millones', 1e6],
  ]),
  and: /^y$/,
}

const germanUnits = new Map([
  ...list(
    'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  ),
  ['eins', 1],
])
const germanTens = new Map(byTens('zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig'))

/** Languages that write numbers as several words; a German number is a single word. */
const tongues: readonly Tongue[] = [english, french, spanish]

/** They mean something else in another language, or need not be numbers: alone they count only in a source. */
const doubtful = new Set(
  'one un une uno una ein eins null zero cero once cent cents mille mil dos tres sept neuf elf million millon'.split(
    ' ',
  ),
)

/** A number in words: its value, and whether it may mean something else. */
export interface WordedNumber {
  value: number
  isDoubtful: boolean
  /** The offset of its first letter, and the one after its last. */
  from: number
  to: number
}

const token = /\p{L}+/gu

/** Finds numbers written in words, in English, German, French and Spanish. The text must have no accents. */
export function numbersInWords(text: string): WordedNumber[] {
  const tokens = [...text.matchAll(token)].map((match) => ({ word: match[0].toLowerCase(), from: match.index }))
  const numbers: WordedNumber[] = []
  for (let index = 0; index < tokens.length; ) {
    const read = readAt(tokens, index, text)
    if (read === null) {
      index += 1
      continue
    }
    const last = tokens[index + read.length - 1] as Token
    const first = tokens[index] as Token
    const isDoubtful = read.length === 1 && doubtful.has(first.word)
    numbers.push({ value: read.value, isDoubtful, from: first.from, to: last.from + last.word.length })
    index += read.length
  }
  return numbers
}

interface Token {
  word: string
  from: number
}

interface Taken {
  value: number
  length: number
}

/** The longest number that begins at a token; null where none does. */
function readAt(tokens: readonly Token[], index: number, text: string): Taken | null {
  const { word } = tokens[index] as Token
  const german = word.length <= 70 ? readGerman(word.replaceAll('ß', 'ss')) : null
  let best: Taken | null = german === null ? null : { value: german, length: 1 }
  for (const tongue of tongues) {
    if (!tongue.words.has(word) && !tongue.scales.has(word)) continue
    const read = readRow(tongue, tokens, index, text)
    if (read !== null && (best === null || read.length > best.length)) best = read
  }
  return best
}

/** Adds up consecutive words as long as each fits those before it. */
function readRow(tongue: Tongue, tokens: readonly Token[], start: number, text: string): Taken | null {
  let [total, current, length] = [0, 0, 0]
  let least = Number.POSITIVE_INFINITY
  for (let index = start; index < tokens.length && index < start + 24; index++) {
    const { word } = tokens[index] as Token
    if (index > start && !isJoined(tokens, index, text)) break
    if (index > start && tongue.and.test(word)) continue
    const scale = tongue.scales.get(word)
    const value = tongue.words.get(word)
    if (scale !== undefined && scale >= 1e3) {
      if (scale >= least) break
      total += Math.max(current, 1) * scale
      current = 0
      least = scale
    } else if (scale === 20) {
      if (current % 100 !== 4) break
      current += 76
    } else if (scale !== undefined) {
      if (current === 0 && index > start && total === 0) break
      if (current >= 100) break
      current = Math.max(current, 1) * scale
    } else if (value === undefined) break
    else if (tongue === french && value === 20 && current % 100 === 4) current += 76
    else if (index === start || goesWith(tongue, current, value)) current += value
    else break
    length = index - start + 1
  }
  return length === 0 ? null : { value: total + current, length: length }
}

/** Whether a word can be added: `twenty` and `one`, `soixante` and `douze`, but not `two` and `three`. */
function goesWith(tongue: Tongue, current: number, value: number): boolean {
  if (value === 0) return false
  if (current % 1000 === 0) return true
  if (current % 100 === 0) return value < 100
  const rest = current % 100
  if (tongue === french && (rest === 60 || rest === 80) && value < 20) return true
  if (tongue === french && (rest === 10 || rest === 70 || rest === 90) && value >= 7 && value < 10) return true
  return rest >= 20 && rest % 10 === 0 && value < 10
}

/** Whether only spaces or one hyphen separate a token from the one before it. */
function isJoined(tokens: readonly Token[], index: number, text: string): boolean {
  const [before, own] = [tokens[index - 1] as Token, tokens[index] as Token]
  return /^(?:\s{1,3}|-)$/.test(text.slice(before.from + before.word.length, own.from))
}

/** A German number, which is one word: `zwölfhundert`, `einundzwanzig`, `dreitausendfünf`. */
function readGerman(word: string): number | null {
  const thousands = /^(.*?)tausend(?:und)?(.*)$/.exec(word)
  if (thousands === null) return belowThousand(word)
  const [, many = '', rest = ''] = thousands
  const [times, more] = [many === '' ? 1 : belowThousand(many), rest === '' ? 0 : belowThousand(rest)]
  return times === null || more === null ? null : times * 1_000 + more
}

function belowThousand(word: string): number | null {
  const hundreds = /^(.*?)hundert(?:und)?(.*)$/.exec(word)
  if (hundreds === null) return belowHundred(word)
  const [, many = '', rest = ''] = hundreds
  const [times, more] = [many === '' ? 1 : belowHundred(many), rest === '' ? 0 : belowHundred(rest)]
  return times === null || more === null ? null : times * 100 + more
}

function belowHundred(word: string): number | null {
  const whole = germanUnits.get(word) ?? germanTens.get(word)
  if (whole !== undefined) return whole
  const [, unit = '', ten = ''] = /^([a-z]+?)und([a-z]+)$/.exec(word) ?? []
  const [ones, tens] = [germanUnits.get(unit), germanTens.get(ten)]
  return ones === undefined || tens === undefined || ones > 9 ? null : ones + tens
}
