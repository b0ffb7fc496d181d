import { remembering } from '../../base/memoize.ts'
import {
  alphabet,
  bare,
  foldCase,
  foldCharacter,
  lettersOf,
  mostCharacters,
  type ReadCharacter,
  reverse,
  within,
} from './letters.ts'

/** What reads as a given letter, which comes first; a letter and its digit share one shape. */
const groups: readonly string[] = [
  'aаαɑ4@',
  'bвβ8ƀ',
  'cсϲ¢ȼ',
  'dԁđ',
  'eеεёɛ3€ɇ',
  'fƒ',
  'g6ɡցǥ',
  'hһнηհħ',
  'iіιıїl1!|ӏɨɩł£',
  'jјɉ',
  'kкκ',
  'mмμ',
  'nпνո',
  'oоο0օø',
  'pрρ',
  'qԛ9ǫզ',
  'rɍ',
  'sѕ5$§',
  'tтτ7ŧ',
  'uυսʉ',
  'vѵ',
  'wԝѡ₩',
  'xхχ×',
  'yуγ¥ɏ',
  'zᴢζ2ƶ',
]

/** Whole alphabets, from their a to their z; a space where one has no such letter. */
const alphabets: readonly string[] = [
  'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ ʏᴢ',
  'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑ ꓣꓢꓔꓴꓦꓪꓫꓬꓜ',
  'ᗩᗷᑕᗪᗴᖴᘜᕼᓮᒍ ᒪᗰᑎᗝᑭᑫᖇᔕᖶᑌᐯᗯ᙭ᖻᘔ',
  'ᎪᏴᏟᎠᎬ ᏀᎻᎥᎫᏦᏞᎷ ᏫᏢ ᎡᏚᎢ ᏙᎳ ᎩᏃ',
  '₳฿₵ĐɆ₣₲ⱧłJ₭Ⱡ₥₦Ø₱ Ɽ₴₮ɄVWӾɎⱫ',
  '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵',
]

/** Alphabets whose letters follow each other in Unicode, by their a: in filled circles and squares, of flags, of tags. */
const begins = [0x1f150, 0x1f170, 0x1f1e6, 0xe0041, 0xe0061]

const zeroOfTags = 0xe0030

const grouped: ReadonlyMap<string, string> = new Map(
  groups.flatMap((all) => [...all].map((letter) => [letter, all.slice(0, 1)] as const)),
)
const shapeOf = (letter: string): string => grouped.get(letter) ?? letter

const shapes: ReadonlyMap<string, string> = new Map([
  ...alphabets.flatMap((all) =>
    [...all].flatMap((letter, index) => {
      const shape = shapeOf(alphabet[index] ?? '')
      return letter === ' ' ? [] : [letter, foldCase(letter)].map((each): [string, string] => [each, shape])
    }),
  ),
  ...begins.flatMap((first) =>
    [...alphabet].map((letter, index): [string, string] => [String.fromCodePoint(first + index), shapeOf(letter)]),
  ),
  ...[...'0123456789'].map((digit, index): [string, string] => [
    String.fromCodePoint(zeroOfTags + index),
    shapeOf(digit),
  ]),
  ...grouped,
])

const readShape: ReadCharacter = remembering(mostCharacters, (character) =>
  bare(shapes.get(character) ?? [...foldCharacter(character)].map((letter) => shapes.get(letter) ?? letter).join('')),
)

/** The sign that makes digits of the letters of Braille behind it, and those letters: 1 to 9, then 0. */
const digitsInBraille = /⠼[⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚]+/g
const braille = '⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊'

export function findAlike(text: string, reply: string): string | null {
  const read = reply.replace(digitsInBraille, (digits) =>
    digits.replace(/[^⠼]/g, (digit) => String(braille.indexOf(digit))),
  )
  return within(lettersOf(text, readShape).letters, lettersOf(read, readShape), reply)
}

/** The letters and digits, each followed by what it looks like upside down. */
const upsideDown: ReadonlyMap<string, string> = new Map(
  'aɐ∀ bqᗺᙠ cɔƆ dpᗡ eǝƎə fɟℲⅎ gƃ⅁ᵷɓ hɥ iᴉı jɾſ kʞꓘ⋊ lꞁ˥⅂ʅ mɯW nu pdԀ qb rɹᴚ tʇ⊥ unՈ∩ vʌΛɅ wʍM yʎ⅄ 1Ɩ⇂ 2ᄅ↊ 3Ɛ↋ 4ㄣߤ 5ϛ 69 7ㄥ 96'
    .split(' ')
    .flatMap((each) => [...each.slice(1)].map((turned): [string, string] => [turned, each.slice(0, 1)])),
)

/** Letters that are rarely seen but upside down. */
const turnedLetters = /[ɐ∀ɔƆǝƎɟℲɥᴉɾʞɯɹᴚʇ⊥ʌΛʍʎ⅄]/

const readUpsideDown: ReadCharacter = remembering(
  mostCharacters,
  (character) => upsideDown.get(character) ?? bare(foldCharacter(character)),
)

/** Finds a text whose letters stand upside down, from the left to the right or the other way round. */
export function findUpsideDown(needle: string, reply: string): string | null {
  if (!turnedLetters.test(reply)) return null
  const read = lettersOf(reply, readUpsideDown)
  return within(needle, read, reply) ?? within(reverse(needle), read, reply)
}
