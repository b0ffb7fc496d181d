import { monthWord, weekdayWord } from './calendar.ts'
import { extractMatches, type FactPage, fold } from './fact.ts'

const word = "\\p{Lu}[\\p{Ll}'’-]+(?:\\p{Lu}\\p{Ll}+)?"
const introduced = new RegExp(
  `(?<=(?<!\\p{L})(?:(?:[Mm]y (?:full |first |last )?name(?:'s|’s| is)|[Nn]ame:|[Mm]ein Name ist|[Ii]ch heisse|[Jj]e m['’]appelle|[Mm]e llamo|[Mm]i nombre es|[Mm]r\\.?|[Mm]rs\\.?|[Mm]s\\.?|[Mm]iss|[Dd]r\\.?|Herrn?|Frau|Monsieur|Madame|Mme\\.?|[Ss]enora?|[Ss]ra?\\.|[Pp]assengers?:?|[Tt]ravell?er:?)\\s))(${word}(?:\\s${word}){0,3})`,
  'gu',
)
const inARow = new RegExp(
  `(?<![\\p{L}\\p{N}_])(${word}(?:\\s(?:(?:de|del|la|von|van|der|da|di)\\s)?${word}){1,3})(?![\\p{L}\\p{N}_])`,
  'gu',
)
const iAm = new RegExp(
  `(?<=(?<!\\p{L})(?:I am|I['’]m|[Tt]his is|[Ii]ch bin|[Jj]e suis|[Ss]oy)\\s)(${word})(?=\\s{0,9}(?:[.,;!?]|$|and\\b|here\\b|from\\b))`,
  'gu',
)

/** Capitalised words that begin sentences, or do not name a person. */
const common = new Set(
  `i i'm i've i'll i'd a an the this that these those my your his her our their its it is are was were am be been will would can could
  should shall may might must do does did have has had no not yes yeah ok okay sure hi hello hey dear good morning evening
  afternoon thanks thank you please sorry great perfect well so and or but if when where what which who why how then there
  here just also actually for from with without about at in on of to as by let maybe one two both all any some we he she they
  customer service support order orders number id email phone address street avenue road city state country zip code
  credit card gift paypal visa mastercard american express
  guten tag hallo danke vielen dank bitte ich mein meine der die das ein eine und oder aber nein ja ist sind war habe haben
  konnen mochte wann wo was wer wie warum liebes sehr geehrte bonjour bonsoir merci oui non je mon ma mes le la les un une et
  ou mais est sont s'il vous plait hola buenos buenas dias tardes gracias si mi mis el los las una y o pero por favor quiero
  necesito`
    .split(/\s+/)
    .flatMap((each) => [each, fold(each)]),
)
const calendar = new RegExp(`^(?:${monthWord}|${weekdayWord})$`, 'iu')

/** After a phrase that introduces one, or two capitalised words in a row. */
export function extractNames(page: FactPage): void {
  for (const pattern of [introduced, iAm, inARow])
    extractMatches(page, pattern, ([match, name = match]) => {
      const words = name
        .replace(/['’]s?$/, '')
        .split(/\s+/)
        .map(fold)
      while (words.length > 0 && isCommon(words[0] as string)) words.shift()
      const isName = words.length >= (pattern === inARow ? 2 : 1) && !words.some(isCommon)
      return isName ? { kind: 'name', forms: [`name:${words.join(' ')}`] } : null
    })
}

const isCommon = (word: string): boolean => common.has(word) || calendar.test(word)
