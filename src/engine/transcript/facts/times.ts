import { extractMatches, type FactPage, type FactReading } from './fact.ts'
import { numbersInWords } from './number-words.ts'

const apart = '(?<![\\p{L}\\p{N}_]|\\d[.,])'
const half = '\\s?([ap])(?:\\.\\s?m(?:\\.|(?![\\p{L}\\p{N}]))|\\s?m(?![\\p{L}\\p{N}]))'
const hourWords =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|ein|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce'
const hour = `(\\d{1,2}|${hourWords})`
const partOfDay =
  "(?:\\s{1,9}(?:(?:in|of|at|de|por|du|am|on)\\s{1,9})?(?:the\\s{1,9}|la\\s{1,9}|le\\s{1,9}|l['’])?(morning|afternoon|evening|night|tonight|morgens?|vormittags?|nachmittags?|abends?|nachts?|matin|apres-midi|soir|nuit|manana|tarde|noche)(?!\\p{L}))?"

/** A time with seconds, as tools write it, uses the 24-hour clock. */
const clock = new RegExp(
  `${apart}(\\d{1,2})[:.h](\\d\\d)(?::(\\d\\d)(?:\\.\\d{1,9})?)?(?:\\s?(?:Z|UTC)(?!\\p{L})|[+-]\\d\\d?(?::?\\d\\d)?(?!\\d))?(?:${half})?(\\s{0,9}Uhr)?${partOfDay}(?![\\p{L}\\p{N}]|[:]\\d)`,
  'giu',
)
const onTheHour = new RegExp(`${apart}${hour}${half}`, 'giu')
const uhr = new RegExp(`${apart}${hour}\\s{0,9}Uhr(?:\\s{1,9}(\\d\\d?)(?!\\d))?${partOfDay}(?!\\p{L})`, 'giu')
/** Without a word such as `à` before it, a number of hours is a duration. */
const heures = new RegExp(
  `(?<=(?<!\\p{L})(?:a|vers|des|jusqu['’]a|avant|apres|entre)\\s)${hour}\\s{0,9}(?:h|heures?)(?:\\s{0,9}(\\d\\d))?${partOfDay}(?![\\p{L}\\p{N}])`,
  'giu',
)
const oClock = new RegExp(`${apart}${hour}\\s{0,9}o['’]?\\s?clock${partOfDay}(?!\\p{L})`, 'giu')
const inTheEvening = new RegExp(
  `${apart}${hour}\\s{1,9}(?:(?:in\\s{1,9}the|at|de\\s{1,9}la|du|de\\s{1,9}l['’])\\s{0,9})(morning|afternoon|evening|night|matin|apres-midi|soir|manana|tarde|noche)(?!\\p{L})`,
  'giu',
)
const pastOrTo = new RegExp(
  `${apart}(half|quarter|\\d{1,2}|five|ten|twenty|twenty[ -]five|viertel|halb)\\s{1,9}(?:minutes?\\s{1,9})?(past|after|to|till|of|before|nach|vor)?\\s{0,9}${hour}(?:${half})?${partOfDay}(?![\\p{L}\\p{N}])`,
  'giu',
)
const andHalf = new RegExp(
  `${apart}${hour}\\s{1,9}(?:heures?\\s{1,9})?(y media|y cuarto|menos cuarto|et demie|et quart|moins le quart)${partOfDay}(?!\\p{L})`,
  'giu',
)
const timeNames =
  /(?<![\p{L}\p{N}])(noon|midday|midnight|mittags?|mitternacht|midi|minuit|mediodia|medianoche)(?!\p{L})/giu
/** A number after one of these may be a time; it counts as one in a source, and is searched for as a number too. */
const atHour =
  /(?<=(?<![\p{L}\p{N}])(?:at|around|about|by|until|till|from|after|before|um|gegen|ab|bis|vers|a las|a la|hour|time|uhrzeit)[:]?\s{1,9}["']?)(\d{1,2})(?![\p{L}\p{N}%$€£]|[.,:/-]\d|\s{1,9}(?:day|week|month|year|minute|hour|night|people|person|item|dollar|euro|percent|%))/giu

/** Reads times of day. A 12-hour time without am or pm has the forms of both. */
export function extractTimes(page: FactPage): void {
  extractMatches(page, pastOrTo, (match) => pastHour(match))
  extractMatches(page, andHalf, ([, own = '', how = '', part]) => {
    const shift = /moins|menos/.test(how) ? -15 : /quart|cuarto/.test(how) ? 15 : 30
    return at(hourOf(own) * 60 + shift, halfOf(undefined, part))
  })
  extractMatches(page, clock, ([match, h = '', m = '', s, ap, word, part]) => {
    const [own, minutes] = [Number(h), Number(m)]
    // No clock shows 25:00, so no source can support it, even one that mentions 25.
    if (own > 24 || minutes > 59)
      return match.charAt(h.length) === ':' ? { kind: 'time', forms: [`t:${h}:${m}`] } : null
    const isPlain = /[.h]/.test(match.charAt(h.length))
    if (isPlain && /\./.test(match.charAt(h.length)) && ap === undefined && word === undefined) return null
    const side = halfOf(ap, part)
    const isWhole = side === null && (s !== undefined || h.startsWith('0') || own > 12)
    return isWhole ? exactly(own * 60 + minutes) : at(own * 60 + minutes, side)
  })
  extractMatches(page, onTheHour, ([, own = '', ap]) => at(hourOf(own) * 60, halfOf(ap)))
  extractMatches(page, oClock, ([, own = '', part]) => at(hourOf(own) * 60, halfOf(undefined, part)))
  extractMatches(page, inTheEvening, ([, own = '', part]) => at(hourOf(own) * 60, halfOf(undefined, part)))
  for (const pattern of [uhr, heures])
    extractMatches(page, pattern, ([, own = '', minutes = '0', part]) =>
      Number(minutes) > 59 ? null : at(hourOf(own) * 60 + Number(minutes), halfOf(undefined, part)),
    )
  extractMatches(page, timeNames, ([, name = '']) =>
    exactly(/^(?:midnight|mitternacht|minuit|medianoche)$/i.test(name) ? 0 : 720),
  )
  extractMatches(page, atHour, ([, own = '']) => {
    const value = Number(own)
    const time = at(value * 60, null)
    if (time === null) return null
    const bare = [`n:${value}`, `v:${value}`]
    return {
      ...time,
      kind: 'number',
      forms: [...time.forms, ...bare],
      gives: [...time.forms, ...bare],
      values: [value],
    }
  })
}

function hourOf(word: string): number {
  return /^\d/.test(word) ? Number(word) : (numbersInWords(word)[0]?.value ?? Number.NaN)
}

type Side = 'a' | 'p' | null

function halfOf(ap?: string, part?: string): Side {
  if (ap !== undefined) return ap.toLowerCase() === 'a' ? 'a' : 'p'
  if (part === undefined) return null
  return /^(?:morning|morgens?|vormittags?|matin|manana)$/i.test(part)
    ? 'a'
    : /^(?:nachts?|night|nuit|noche)$/i.test(part)
      ? null
      : 'p'
}

const dayMinutes = 24 * 60
const formOf = (minutes: number): string => `t:${(minutes + dayMinutes) % dayMinutes}`

function exactly(minutes: number): FactReading {
  return { kind: 'time', forms: [formOf(minutes)] }
}

/** A time of day in minutes, from its words; null if impossible. */
function at(minutes: number, side: Side): FactReading | null {
  if (Number.isNaN(minutes) || minutes > dayMinutes) return null
  const own = Math.floor(minutes / 60)
  // 21 am does not exist, but many people write 21:00 pm.
  if (own > 12 && side === 'a') return { kind: 'time', forms: [`t:${minutes}a`] }
  if (own > 12) return exactly(minutes)
  const early = minutes % 720
  if (side === 'a') return exactly(early)
  if (side === 'p') return exactly(early + 720)
  return { kind: 'time', forms: [formOf(early), formOf(early + 720)] }
}

/** `half past four`, `quarter to 5`, `ten past six`; the German `halb fünf` is half past four. */
function pastHour([, how = '', way, own = '', ap, part]: RegExpExecArray): FactReading | null {
  const word = how.toLowerCase()
  const side = halfOf(ap, part)
  if (word === 'halb') return way === undefined ? at(hourOf(own) * 60 - 30, side) : null
  const minutes = word === 'half' ? 30 : /^(?:quarter|viertel)$/.test(word) ? 15 : hourOf(word)
  if (way === undefined) return word === 'half' && !/^\d/.test(own) ? at(hourOf(own) * 60 + 30, side) : null
  // "10 of 12" and "5 to 7" are not times; they stay readable as numbers.
  const isWorded = /^(?:half|quarter|viertel)$/.test(word)
  if (word === 'half' && !/^(?:past|after)$/i.test(way)) return null
  if (!isWorded && (!/^(?:past|nach)$/i.test(way) || minutes > 29)) return null
  return /^(?:past|after|nach)$/i.test(way)
    ? at(hourOf(own) * 60 + minutes, side)
    : at(hourOf(own) * 60 - minutes, side)
}
