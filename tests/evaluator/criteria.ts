import { anything, every, holds, type Outcome, unjudged, when } from './outcome.ts'
import { Broken, isList, isMap, mappingOf, type Plain, Written } from './plain.ts'
import { type Entries, messagesOf, messageText, saidByUser } from './transcript.ts'
import { fillText, refersToNothing, type Variables } from './variables.ts'

/** A parsed criterion for judges. */
export interface Criterion {
  sentence: string
  met: boolean
  looksAt: 'turn' | 'conversation' | null
  by: readonly string[]
  votes: number
}

/** Parses `judge:`, one criterion or a list. */
export function readCriteria(plain: Plain): Criterion[] {
  const items = isList(plain) ? plain : [plain]
  if (items.length === 0) throw new Broken('no criterion')
  const read = items.map(readCriterion)
  const keys = read.map(({ sentence, looksAt, by }) =>
    JSON.stringify([sentence.toLowerCase(), looksAt, [...by].sort()]),
  )
  if (new Set(keys).size < keys.length) throw new Broken('a criterion stands twice')
  return read
}

function readCriterion(plain: Plain): Criterion {
  const map = isMap(plain) ? mappingOf(plain, ['criterion', 'expect', 'looks at', 'by', 'votes'], 'a criterion') : null
  const sentence = map === null ? plain : map.criterion
  if (typeof sentence !== 'string' || !/\p{L}/u.test(sentence.replace(/\{\{[^{}]*\}\}/g, '')))
    throw new Broken('a criterion is a sentence')
  const { expect = 'met', by = [], votes = new Written(1, '1') } = map ?? {}
  const looksAt = map?.['looks at'] ?? null
  if (expect !== 'met' && expect !== 'not met') throw new Broken('a criterion is met or not')
  if (looksAt !== null && looksAt !== 'turn' && looksAt !== 'conversation') throw new Broken('a turn or all of it')
  const count = votes instanceof Written ? Number(votes.source) : 0
  if (!(Number.isInteger(count) && count >= 1 && count <= 15)) throw new Broken('votes are counted')
  const names = (isList(by) ? by : [by]).map(String)
  if (new Set(names).size < names.length) throw new Broken('a model stands twice')
  return { sentence, met: expect === 'met', looksAt, by: names, votes: count }
}

/** Whether a text shows anything that a judge could quote. */
export function shows(text: string): boolean {
  return text.replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '') !== ''
}

/** The outcome of a criterion, and whether it is only advice, which decides nothing. */
interface Judged {
  outcome: Outcome
  advice: boolean
}

/**
 * What the panel finds about the shown entries: each judge votes in its own manner (see panel.ts), and the
 * docs' rules on votes and licences apply.
 */
function judgeCriterion({ sentence, met, by, votes }: Criterion, entries: Entries, variables: Variables): Judged {
  if (refersToNothing(sentence, variables)) return { outcome: unjudged, advice: false }
  const texts = messagesOf(entries).map(messageText)
  // If nobody says a word, the docs leave open what a judge could quote.
  if (![...texts, ...saidByUser(entries).map(messageText)].some(shows)) return { outcome: anything, advice: false }
  const word = fillText(sentence, variables).replace(/^.*the agent says /s, '')
  const truth = texts.some((text) => text.includes(word))
  const cast = (by.length === 0 ? ['plain'] : by).flatMap((name) =>
    Array.from({ length: votes }, () => voteOf(name, truth)),
  )
  const says = [true, false].find((finding) => cast.filter((vote) => vote === finding).length * 2 > cast.length)
  if (sentence.startsWith('kindly')) return { outcome: holds, advice: true } // the outcome of advice does not matter
  return { outcome: says === undefined ? unjudged : when(says === met), advice: false }
}

/** True for met; null for a void vote or one that cannot tell. */
function voteOf(name: string, truth: boolean): boolean | null {
  if (name === 'unsure' || name === 'loud') return null
  return name === 'contrary' ? !truth : truth
}

/** The judges' outcomes in a conversation so far. */
export interface Bench {
  outcomes: Outcome[]
  /** Whether there was advice, and whether any criterion decided. */
  advised: boolean
  decided: boolean
}

/** Judges criteria and records their outcomes. */
export function judgeAll(
  bench: Bench,
  criteria: readonly Criterion[],
  shownTo: (criterion: Criterion) => Entries,
  variables: Variables,
  note: (name: string, outcome: Outcome) => Outcome,
): void {
  for (const criterion of criteria) {
    const { outcome, advice } = judgeCriterion(criterion, shownTo(criterion), variables)
    if (advice) bench.advised = true
    else {
      bench.decided = true
      bench.outcomes.push(note('judge', outcome))
    }
  }
}

export const benchOf = ({ outcomes }: Bench): Outcome => every(outcomes)
