import { sentencesOf, type TypedTurn } from '../typed/about.ts'
import { answer } from '../typed/telling-marks.ts'
import { byTable, freeWords, isFree, type Replacement, type VariantOperator, wording } from './operator.ts'
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

const english = ['en']

/** Puts something before a text and lowercases its first letter, unless it begins with `I` or a name. */
function goesOn({ text }: TypedTurn, said: string): Replacement {
  const rest = text.trimStart()
  const at = text.length - rest.length
  const [letter = ''] = rest
  const isWord = /^(?:\p{Lu}\p{Ll}+)/u.test(rest) && !/^I(?:['’\s]|$)/u.test(rest) && isFirstWord(rest)
  return isWord ? { at, was: letter, now: `${said}${letter.toLowerCase()}` } : { at, was: '', now: said }
}

/** Words that often begin a sentence; any other capitalised word may be a name. */
function isFirstWord(text: string): boolean {
  return /^(?:A|An|And|Any|Are|Can|Cancel|Could|Did|Do|Does|Has|Have|How|If|Is|It|Its|It's|May|My|No|Not|Please|So|Tell|That|The|There|This|We|What|When|Where|Which|Who|Why|Will|Would|Yes|You|Your)(?![\p{L}'’])/u.test(
    text,
  )
}

const greeted = new RegExp(
  `^\\s*(?:${[...greetings, 'Good afternoon', 'Good day', 'Dear'].join('|')})(?![\\p{L}])`,
  'iu',
)
const courteous = /(?<![\p{L}\p{N}])(?:please|thanks|thank you|kindly)(?![\p{L}\p{N}])/iu

/** A greeting at the beginning of a turn, if there is one. */
function greetingOf({ text }: TypedTurn): { at: number; was: string } | null {
  const found = greeted.exec(text)
  if (found === null) return null
  const was = found[0].trim()
  return { at: found[0].length - was.length, was }
}

const answered = new RegExp(`${answer.source}$`, 'iu')

/** Whether a denial or an answer stands right before a place: punctuation there would change the meaning. */
function isBehindAnswer({ text, denials }: TypedTurn, at: number): boolean {
  return denials.some(({ to }) => to === at) || answered.test(text.slice(Math.max(0, at - 24), at))
}

/** The end of what is said, before the final punctuation. */
function endOf({ text }: TypedTurn): { at: number; mark: string } {
  const said = text.trimEnd()
  const mark = /[.!?]+$/.exec(said)?.[0] ?? ''
  return { at: said.length - mark.length, mark }
}

/** Words that are added, left out, or replaced. */
export const wordOperators: readonly VariantOperator[] = [
  wording(
    {
      name: 'misspellings',
      family: 'spelling',
      does: 'a word is spelled as many people do',
      languages: english,
      variants: 2,
    },
    byTable(misspellings),
  ),
  wording(
    {
      name: 'homophones',
      family: 'spelling',
      does: 'a word is swapped for one that sounds like it',
      languages: english,
    },
    (turn, draw) =>
      byTable(homophones)(turn, draw).filter(({ at, was }) => isFree(turn, { from: at, to: at + was.length })),
  ),
  wording(
    { name: 'fillers', family: 'fillers', does: 'it begins with a filler', languages: english, variants: 3 },
    (turn, { choose, number }) => [
      goesOn(
        turn,
        choose(
          fillers.filter((_, index) => index % 3 === number % 3),
          'filler',
          turn.turn,
        ) ?? 'um, ',
      ),
    ],
  ),
  wording(
    {
      name: 'fillers inside',
      family: 'fillers',
      does: 'a filler stands between two words',
      languages: english,
      variants: 3,
    },
    (turn, { choose, number }) => {
      const gaps = [...turn.text.matchAll(/(?<=\p{L}) (?=[\p{L}\d{])/gu)]
        .map(({ index }) => index)
        .filter((at) => !isBehindAnswer(turn, at))
      const chosen = gaps.filter((_, index) => index % 3 === number % 3)
      const at = choose(chosen, 'gap', turn.turn, number)
      const filler = choose(innerFillers, 'inner', turn.turn, number)
      return at === undefined || filler === undefined ? [] : [{ at, was: '', now: `, ${filler},` }]
    },
  ),
  wording(
    {
      name: 'fillers before facts',
      family: 'fillers',
      does: 'a filler stands before what it is about',
      languages: english,
    },
    (turn, { choose }) =>
      turn.about.flatMap(({ from }) => {
        const filler = choose(factFillers, 'fact', turn.turn, from)
        return from === 0 || filler === undefined || turn.text[from - 1] !== ' '
          ? []
          : [{ at: from, was: '', now: `${filler} ` }]
      }),
  ),
  wording(
    { name: 'small talk', family: 'fillers', does: 'a polite sentence goes before', languages: english, variants: 2 },
    ({ turn }, { choose, number }) => [{ at: 0, was: '', now: choose(smallTalk, 'talk', turn, number) ?? '' }],
  ),
  wording(
    {
      name: 'chat abbreviations',
      family: 'abbreviations',
      does: 'words are shortened as in a chat',
      languages: english,
      variants: 2,
    },
    byTable(abbreviations),
  ),
  wording(
    { name: 'contractions', family: 'abbreviations', does: 'two words are drawn together', languages: english },
    byTable(contractions),
  ),
  wording(
    { name: 'no contractions', family: 'abbreviations', does: 'contracted words are written out', languages: english },
    byTable(expansions),
  ),
  wording(
    { name: 'please', family: 'politeness', does: 'please or thank you is added', languages: english, variants: 3 },
    (turn, { number }) => {
      if (courteous.test(turn.text)) return []
      const { at } = endOf(turn)
      if (number === 0) return [{ at, was: '', now: ', please' }]
      return number === 1
        ? [goesOn(turn, 'Please, ')]
        : [{ at: turn.text.trimEnd().length, was: '', now: ' Thank you!' }]
    },
  ),
  wording(
    { name: 'no please', family: 'politeness', does: 'please and thank you are left out', languages: english },
    (turn) =>
      [
        ...turn.text.matchAll(
          new RegExp(`(?:,?\\s+(?:${courtesies.join('|')})(?![\\p{L}])|^(?:${courtesies.join('|')}),?\\s+)`, 'giu'),
        ),
      ].flatMap(({ 0: found, index }) => {
        const [at, was] = isBehindAnswer(turn, index) ? [index + 1, found.slice(1)] : [index, found]
        const end = at + was.length
        // "No, please cancel it" keeps its comma, and "no, thank you." its thanks.
        const isLeft = found.startsWith(',') && at > index && !/^\s+[\p{L}\p{N}]/u.test(turn.text.slice(end))
        return !isLeft && isFree(turn, { from: at, to: end }) && was.trim().length < turn.text.trim().length - 3
          ? [{ at, was, now: '' }]
          : []
      }),
  ),
  wording(
    { name: 'a greeting', family: 'greetings', does: 'it begins with a greeting', languages: english, variants: 3 },
    (turn, { choose, number }) => {
      if (greetingOf(turn) !== null) return []
      const greeting =
        choose(
          greetings.filter((_, index) => index % 3 === number % 3),
          'greeting',
          turn.turn,
        ) ?? 'Hi'
      return [goesOn(turn, `${greeting}, `)]
    },
  ),
  wording(
    {
      name: 'another greeting',
      family: 'greetings',
      does: 'it begins with another greeting',
      languages: english,
      variants: 2,
    },
    (turn, { choose, number }) => {
      const greeting = greetingOf(turn)
      const others = greetings.filter((each) => each.toLowerCase() !== greeting?.was.toLowerCase())
      const now = choose(
        others.filter((_, index) => index % 2 === number % 2),
        'other',
        turn.turn,
      )
      return greeting === null || now === undefined ? [] : [{ ...greeting, now }]
    },
  ),
  wording(
    { name: 'no greeting', family: 'greetings', does: 'the greeting is left out', languages: english },
    (turn) => {
      const found = /^\s*(?:hi|hello|hey)(?: there)?[,.!]+\s+/iu.exec(turn.text)
      return found === null || found[0].length >= turn.text.trimEnd().length ? [] : [{ at: 0, was: found[0], now: '' }]
    },
  ),
  wording(
    { name: 'a sign-off', family: 'greetings', does: 'it ends as a letter does', languages: english, variants: 2 },
    (turn, { choose, number }) => {
      const said = turn.text.trimEnd()
      const glue = /[.!?]$/.test(said) ? ' ' : '. '
      return [
        {
          at: said.length,
          was: '',
          now: `${glue}${choose(
            signOffs.filter((_, index) => index % 2 === number % 2),
            'off',
            turn.turn,
          )}`,
        },
      ]
    },
  ),
  wording(
    { name: 'an emoji', family: 'emoji', does: 'it ends with an emoji', variants: 2 },
    (turn, { choose, number }) => [
      {
        at: turn.text.trimEnd().length,
        was: '',
        now: ` ${choose(
          emojis.filter((_, index) => index % 2 === number % 2),
          'emoji',
          turn.turn,
        )}`,
      },
    ],
  ),
  wording({ name: 'emoji inside', family: 'emoji', does: 'every sentence begins with an emoji' }, (turn, { choose }) =>
    sentencesOf(turn.text).map(({ from }) => ({
      at: from,
      was: '',
      now: `${choose(emojis, 'inside', turn.turn, from)} `,
    })),
  ),
  wording(
    {
      name: 'code-switching',
      family: 'languages',
      does: 'a word is of another language',
      languages: english,
      variants: 3,
    },
    (turn, draw) => {
      const switches = Object.fromEntries(
        Object.entries(codeSwitches).map(([word, among]) => [word, [among[draw.number % among.length] ?? word]]),
      )
      const free = new Set(freeWords(turn, 1, true).map(({ at }) => at))
      return byTable(switches)(turn, draw).filter(({ at }) => free.has(at))
    },
  ),
]
