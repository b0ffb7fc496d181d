import { sentencesOf, type TypedTurn } from '../typed/about.ts'
import { answer } from '../typed/telling-marks.ts'
import {
  byTable,
  freeWords,
  inEnglish,
  isFree,
  partOf,
  type Replacement,
  type VariantOperator,
  wording,
} from './operator.ts'
import {
  abbreviations,
  codeSwitches,
  contractions,
  courtesies,
  emojis,
  expansions,
  factFillers,
  fillers,
  greetings,
  homophones,
  innerFillers,
  misspellings,
  signOffs,
  smallTalk,
} from './tables.ts'

/** Puts something before a text and lowercases its first letter, unless it begins with `I` or a name. */
function goesOn({ text }: TypedTurn, opening: string): Replacement {
  const rest = text.trimStart()
  const at = text.length - rest.length
  const [letter = ''] = rest
  const isWord = /^(?:\p{Lu}\p{Ll}+)/u.test(rest) && !/^I(?:['’\s]|$)/u.test(rest) && isFirstWord(rest)
  return isWord ? { at, was: letter, now: `${opening}${letter.toLowerCase()}` } : { at, was: '', now: opening }
}

/** Words that often begin a sentence; any other capitalised word may be a name. */
function isFirstWord(text: string): boolean {
  return /^(?:A|An|And|Any|Are|Can|Cancel|Could|Did|Do|Does|Has|Have|How|If|Is|It|Its|It's|May|My|No|Not|Please|So|Tell|That|The|There|This|We|What|When|Where|Which|Who|Why|Will|Would|Yes|You|Your)(?![\p{L}'’])/u.test(
    text,
  )
}

const begun = [...greetings, 'Good afternoon', 'Good day', 'Dear'].join('|')
const greeted = new RegExp(`^\\s*(?:${begun})(?![\\p{L}])`, 'iu')
const thanks = courtesies.filter((each) => each !== 'please').join('|')
/** `please`, and thanks that stand alone: of `thanks a lot`, `many thanks` and `thank you for that`, a part would stay. */
const courtesy = new RegExp(
  [
    String.raw`(?<!(?<!\p{L})(?:to|if you|as you),?),?\s+please(?!\p{L})|^please,?\s+`,
    String.raw`(?<!(?<!\p{L})(?:many|no|of|my|our|and|or|with|say|big|best|kind|to|a),?),?\s+(?:${thanks})(?=\s*(?:[.!?,;]|$))|^(?:${thanks}),\s+`,
  ].join('|'),
  'giu',
)
const courteous = /(?<![\p{L}\p{N}])(?:please|thanks|thank you|kindly)(?![\p{L}\p{N}])/iu

/** A greeting at the beginning of a turn, if there is one. */
function greetingOf({ text }: TypedTurn): { at: number; was: string } | null {
  const match = greeted.exec(text)
  if (match === null) return null
  const was = match[0].trim()
  return { at: match[0].length - was.length, was }
}

const answered = new RegExp(`${answer.source}$`, 'iu')

/** Whether a denial or an answer stands right before a place: punctuation there would change the meaning. */
function isBehindAnswer({ text, denials }: TypedTurn, at: number): boolean {
  return denials.some(({ to }) => to === at) || answered.test(text.slice(Math.max(0, at - 24), at))
}

/** Words that are added, left out, or replaced. */
export const wordOperators: readonly VariantOperator[] = [
  inEnglish(
    { name: 'misspellings', family: 'spelling', does: 'a word is spelled as many people do', variants: 2 },
    byTable(misspellings),
  ),
  inEnglish(
    { name: 'homophones', family: 'spelling', does: 'a word is swapped for one that sounds like it' },
    (turn, draw) =>
      byTable(homophones)(turn, draw).filter(({ at, was }) => isFree(turn, { from: at, to: at + was.length })),
  ),
  inEnglish({ name: 'fillers', family: 'fillers', does: 'it begins with a filler', variants: 3 }, (turn, draw) => [
    goesOn(turn, draw.choose(partOf(fillers, 3, draw), 'filler', turn.turn) ?? 'um, '),
  ]),
  inEnglish(
    { name: 'fillers inside', family: 'fillers', does: 'a filler stands between two words', variants: 3 },
    (turn, draw) => {
      const gaps = [...turn.text.matchAll(/(?<=\p{L}) (?=[\p{L}\d{])/gu)]
        .map(({ index }) => index)
        .filter((at) => !isBehindAnswer(turn, at))
      const at = draw.choose(partOf(gaps, 3, draw), 'gap', turn.turn, draw.number)
      const filler = draw.choose(innerFillers, 'inner', turn.turn, draw.number)
      return at === undefined || filler === undefined ? [] : [{ at, was: '', now: `, ${filler},` }]
    },
  ),
  inEnglish(
    { name: 'fillers before facts', family: 'fillers', does: 'a filler stands before what it is about' },
    (turn, { choose }) =>
      turn.about.flatMap(({ from }) => {
        const filler = choose(factFillers, 'fact', turn.turn, from)
        return from === 0 || filler === undefined || turn.text[from - 1] !== ' '
          ? []
          : [{ at: from, was: '', now: `${filler} ` }]
      }),
  ),
  inEnglish(
    { name: 'small talk', family: 'fillers', does: 'a polite sentence goes before', variants: 2 },
    ({ turn }, { choose, number }) => [{ at: 0, was: '', now: choose(smallTalk, 'talk', turn, number) ?? '' }],
  ),
  inEnglish(
    { name: 'chat abbreviations', family: 'abbreviations', does: 'words are shortened as in a chat', variants: 2 },
    byTable(abbreviations),
  ),
  inEnglish(
    { name: 'contractions', family: 'abbreviations', does: 'two words are drawn together' },
    byTable(contractions),
  ),
  inEnglish(
    { name: 'no contractions', family: 'abbreviations', does: 'contracted words are written out' },
    byTable(expansions),
  ),
  inEnglish(
    { name: 'please', family: 'politeness', does: 'please or thank you is added', variants: 3 },
    (turn, { number }) => {
      if (courteous.test(turn.text)) return []
      const trimmed = turn.text.trimEnd()
      if (number === 0)
        return [{ at: trimmed.length - (/[.!?]+$/.exec(trimmed)?.[0].length ?? 0), was: '', now: ', please' }]
      return number === 1 ? [goesOn(turn, 'Please, ')] : [{ at: trimmed.length, was: '', now: ' Thank you!' }]
    },
  ),
  inEnglish({ name: 'no please', family: 'politeness', does: 'please and thank you are left out' }, (turn) =>
    [...turn.text.matchAll(courtesy)].flatMap(({ 0: match, index }) => {
      const [at, was] = isBehindAnswer(turn, index) ? [index + 1, match.slice(1)] : [index, match]
      const end = at + was.length
      // "No, please cancel it" keeps its comma, and "no, thank you." its thanks.
      const isLeft = match.startsWith(',') && at > index && !/^\s+[\p{L}\p{N}]/u.test(turn.text.slice(end))
      return !isLeft && isFree(turn, { from: at, to: end }) && was.trim().length < turn.text.trim().length - 3
        ? [{ at, was, now: '' }]
        : []
    }),
  ),
  inEnglish(
    { name: 'a greeting', family: 'greetings', does: 'it begins with a greeting', variants: 3 },
    (turn, draw) =>
      greetingOf(turn) === null
        ? [goesOn(turn, `${draw.choose(partOf(greetings, 3, draw), 'greeting', turn.turn) ?? 'Hi'}, `)]
        : [],
  ),
  inEnglish(
    { name: 'another greeting', family: 'greetings', does: 'it begins with another greeting', variants: 2 },
    (turn, draw) => {
      const greeting = greetingOf(turn)
      const others = greetings.filter((each) => each.toLowerCase() !== greeting?.was.toLowerCase())
      const now = draw.choose(partOf(others, 2, draw), 'other', turn.turn)
      return greeting === null || now === undefined ? [] : [{ ...greeting, now }]
    },
  ),
  inEnglish({ name: 'no greeting', family: 'greetings', does: 'the greeting is left out' }, (turn) => {
    const match = /^\s*(?:hi|hello|hey)(?: there)?[,.!]+\s+/iu.exec(turn.text)
    return match === null || match[0].length >= turn.text.trimEnd().length ? [] : [{ at: 0, was: match[0], now: '' }]
  }),
  inEnglish(
    { name: 'a sign-off', family: 'greetings', does: 'it ends as a letter does', variants: 2 },
    (turn, draw) => {
      const trimmed = turn.text.trimEnd()
      const now = draw.choose(partOf(signOffs, 2, draw), 'off', turn.turn)
      return [{ at: trimmed.length, was: '', now: `${/[.!?]$/.test(trimmed) ? ' ' : '. '}${now}` }]
    },
  ),
  wording({ name: 'an emoji', family: 'emoji', does: 'it ends with an emoji', variants: 2 }, ({ text, turn }, draw) => [
    { at: text.trimEnd().length, was: '', now: ` ${draw.choose(partOf(emojis, 2, draw), 'emoji', turn)}` },
  ]),
  wording({ name: 'emoji inside', family: 'emoji', does: 'every sentence begins with an emoji' }, (turn, { choose }) =>
    sentencesOf(turn.text).map(({ from: at }) => ({ at, was: '', now: `${choose(emojis, 'inside', turn.turn, at)} ` })),
  ),
  inEnglish(
    { name: 'code-switching', family: 'languages', does: 'a word is of another language', variants: 3 },
    (turn, draw) => {
      const switches = Object.fromEntries(
        Object.entries(codeSwitches).map(([word, among]) => [word, [among[draw.number % among.length] ?? word]]),
      )
      const free = new Set(freeWords(turn, 1, true).map(({ at }) => at))
      return byTable(switches)(turn, draw).filter(({ at }) => free.has(at))
    },
  ),
]
