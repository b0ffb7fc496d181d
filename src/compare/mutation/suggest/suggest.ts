import { groupBy } from '../../../base/group-by.ts'
import { remembering } from '../../../base/memoize.ts'
import { evaluateTurn } from '../../../engine/expect/evaluate-turn.ts'
import type { TurnFacts } from '../../../engine/expect/outcome.ts'
import { viewTurn } from '../../../engine/transcript/turn-view.ts'
import { judgeStored } from '../../../engine/verdict/evaluator.ts'
import { type SessionExpectation, sessionExpectation } from '../../../suite/language/session-expectation.ts'
import { type TurnExpectation, turnExpectation } from '../../../suite/language/turn-expectation.ts'
import { criteriaOfPlan } from '../../../suite/plan/plan-criteria.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import type { Shape } from '../../../suite/yaml/shape.ts'
import { writeFlow } from '../../../suite/yaml/write-yaml.ts'
import type { Mutant, MutantKind } from '../mutant/mutant.ts'
import type { HeardTurn, Talk } from '../mutant/talk.ts'
import type { Suggestion, Survivor } from '../mutant/teeth-result.ts'
import { candidatesFor, criterionFor, guardrailsFor } from './candidates.ts'

/** A surviving mutant, with its number among all survivors. */
export interface Living {
  number: number
  mutant: Mutant
  talk: Talk
  survivor: Survivor
}

type LivingInTurn = Living & { mutant: Mutant & { turn: number } }

/**
 * Expectations that would have caught the mutants of one suite, each proven on the recordings; the most
 * valuable first.
 */
export function suggestFor(living: readonly Living[], talks: readonly Talk[]): Suggestion[] {
  const inTurns = living.filter((each): each is LivingInTurn => each.mutant.turn !== null)
  const ofSuite = suggestGuardrails(inTurns, talks, null)
  const open = leftOf(inTurns, ofSuite)
  const ofTalks = groupBy(talks, writtenAt).flatMap((those) =>
    suggestGuardrails(
      open.filter(({ talk }) => those.includes(talk)),
      those,
      those[0],
    ),
  )
  const wide = [...ofSuite, ...ofTalks]
  const left = leftOf(open, ofTalks)
  const byTurn = groupBy(left, ({ talk, mutant }) => `${talk.plan.id} ${mutant.turn}`)
  const narrow = byTurn.flatMap((those) => {
    const [{ talk, mutant }] = those
    // Turns that a simulated user added are not in the script, so they have no place for an expectation.
    return mutant.turn < talk.plan.conversation.turns.length ? suggestForTurn(those) : []
  })
  return [...wide, ...narrow, ...living.flatMap(suggestForSession)]
}

/** Where a conversation is written: its rows and seeds share their guardrails. */
function writtenAt({ plan: { file, conversation, version } }: Talk): string {
  return `${file}:${conversation.at.line}:${conversation.at.column} ${version}`
}

function leftOf(living: readonly LivingInTurn[], suggestions: readonly Suggestion[]): LivingInTurn[] {
  const caught = new Set(suggestions.flatMap(({ catches }) => catches))
  return living.filter(({ number }) => !caught.has(number))
}

/** Guardrails that hold on every turn of the suite, or of one conversation, and catch at least two mutants. */
function suggestGuardrails(living: readonly LivingInTurn[], talks: readonly Talk[], only: Talk | null): Suggestion[] {
  const turns = talks.flatMap((talk) => talk.turns)
  const [first] = living
  if (first === undefined) return []
  const holding = guardrailsFor(turns).flatMap((yaml) => {
    const expected = readTurnSnippet(yaml)
    return expected === undefined || turns.some((each) => breaks(expected, each)) ? [] : [{ yaml, expected }]
  })
  const caught = new Map(
    living.map((each) => {
      const turn = turnOf(each)
      const facts = turn === undefined ? null : factsOfMutant(each.mutant, turn)
      return [each, facts === null ? [] : holding.filter(({ expected }) => breaks(expected, facts))] as const
    }),
  )
  const found: Suggestion[] = []
  for (const guardrail of holding) {
    const catches = leftOf(living, found).filter((each) => caught.get(each)?.includes(guardrail))
    if (catches.length < 2) continue
    const where = { conversation: only === null ? null : placeOf(first).conversation, turn: null }
    const line = only?.plan.conversation.at.line ?? 1
    const numbers = catches.map(({ number }) => number)
    found.push({ ...placeOf(first), ...where, under: 'every turn', line, yaml: guardrail.yaml, catches: numbers })
  }
  return found
}

/** How many mutants of one turn are looked at: each candidate is held against each of them. */
const mostMutants = 100

/** How many candidates are tried for one mutant. */
const mostCandidates = 300

/**
 * For the mutants of one turn: repeatedly the expectation that catches most of the remaining ones (greedy
 * cover).
 */
function suggestForTurn(living: readonly [LivingInTurn, ...LivingInTurn[]]): Suggestion[] {
  const turn = turnOf(living[0])
  if (turn === undefined) return []
  const looked = spread(living, mostMutants).map((each) => ({ each, facts: factsOfMutant(each.mutant, turn) }))
  const candidates = findProven(turn, looked).map(({ yaml, expected }) => ({
    yaml,
    catches: looked.filter(({ facts }) => breaks(expected, facts)).map(({ each }) => each),
  }))
  const found: Suggestion[] = []
  let left = new Set(looked.map(({ each }) => each))
  for (;;) {
    const counted = candidates.map(({ yaml, catches }) => ({ yaml, catches: catches.filter((one) => left.has(one)) }))
    const best = counted.reduce((most, each) => (each.catches.length > most.catches.length ? each : most), none)
    const [first] = best.catches
    if (first === undefined) return [...found, ...suggestJudges([...left])]
    const catches = best.catches.map(({ number }) => number)
    found.push({ ...placeOf(first), under: 'expect', yaml: best.yaml, catches })
    left = new Set([...left].filter((each) => !best.catches.includes(each)))
  }
}

/** At most so many of a list, from all its parts. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.ceil(list.length / most)
  return list.filter((_, index) => index % step === 0)
}

/**
 * A criterion for the mutants of a turn that changed only its meaning, where no rule tells them from the
 * original.
 */
function suggestJudges(living: readonly LivingInTurn[]): Suggestion[] {
  return groupBy(living, ({ mutant }) => mutant.kind).flatMap((those): Suggestion[] => {
    const [first] = those
    const yaml = criterionFor(first.mutant.kind)
    if (yaml === undefined || isAsked(first, yaml)) return []
    return [{ ...placeOf(first), under: 'expect', yaml, catches: those.map(({ number }) => number), judged: true }]
  })
}

/** Whether the script already asks a judge this, and the judge did not object. */
function isAsked({ talk: { plan } }: LivingInTurn, yaml: string): boolean {
  const [wanted] = readTurnSnippet(yaml)?.judge ?? []
  return criteriaOfPlan(plan).some(({ criterion }) => criterion.asWritten === wanted?.asWritten)
}

const none: { yaml: string; catches: readonly LivingInTurn[] } = { yaml: '', catches: [] }

interface Candidate {
  yaml: string
  expected: TurnExpectation
}

/** For each mutant the first candidate that holds for the original turn and fails for the mutant, each once. */
function findProven(turn: HeardTurn, living: readonly { each: LivingInTurn; facts: TurnFacts }[]): Candidate[] {
  const listOf = new Map<MutantKind, string[]>()
  const holding = remembering(mostCandidates ** 2, (yaml) => readHolding(yaml, turn))
  const proven = new Map<string, TurnExpectation>()
  for (const { each, facts } of living) {
    const { kind } = each.mutant
    const list = listOf.get(kind) ?? candidatesFor(kind, turn).slice(0, mostCandidates)
    listOf.set(kind, list)
    for (const yaml of list) {
      const expected = holding(yaml)
      if (expected === null || !breaks(expected, facts)) continue
      proven.set(yaml, expected)
      break
    }
  }
  return [...proven].map(([yaml, expected]) => ({ yaml, expected }))
}

/** An expectation that holds for a turn, also with what the stored session may show beside it; null for any other. */
function readHolding(yaml: string, turn: HeardTurn): TurnExpectation | null {
  const expected = readTurnSnippet(yaml)
  const { view, late = [] } = turn
  const beside = { ...turn, view: { ...view, calls: [...view.calls, ...late] } }
  return expected !== undefined && holds(expected, turn) && holds(expected, beside) ? expected : null
}

function turnOf({ mutant, talk }: LivingInTurn): HeardTurn | undefined {
  return talk.turns.find(({ index }) => index === mutant.turn)
}

/** A wrong version shows only in the stored session, so that is what the suggestion checks. */
function suggestForSession(living: Living): Suggestion[] {
  const { mutant, talk, number } = living
  const { session } = talk
  if (mutant.turn !== null || session === null) return []
  const value = writeFlow({ 'agent version': session.agentDetails.version })
  const expected = readSessionSnippet(value)
  if (expected === undefined) return []
  const worse = { ...session, agentDetails: { ...session.agentDetails, version: mutant.version } }
  const passes = (each: typeof session): boolean =>
    judgeStored(expected, each).every(({ verdict }) => verdict === 'passed')
  if (!passes(session) || passes(worse)) return []
  return [{ ...placeOf(living), under: 'conversation', yaml: `session: ${value}`, catches: [number] }]
}

function placeOf({
  survivor,
}: Living): Pick<Suggestion, 'file' | 'line' | 'suite' | 'conversation' | 'version' | 'turn'> {
  const { file, line, suite, conversation, version, turn } = survivor
  return { file, line, suite, conversation, version, turn }
}

/** Parses an expectation as a script would; undefined where it is not valid. */
export function readTurnSnippet(yaml: string): TurnExpectation | undefined {
  return readAs(turnExpectation, yaml)
}

/** Parses the value of `session:` as a script would. */
function readSessionSnippet(yaml: string): SessionExpectation | undefined {
  return readAs(sessionExpectation, yaml)
}

/** Texts with `{{` are skipped, because a script would fill in their variables. */
function readAs<T>(shape: Shape<T>, yaml: string): T | undefined {
  if (yaml.includes('{{')) return undefined
  const read = readYaml(yaml, 'suggestion')
  return read.ok ? shape.read(read.root, { file: 'suggestion', problems: [] }) : undefined
}

/** The turn with the mutant's defect, as facts for expectations. */
function factsOfMutant({ entries, lateMs }: Mutant & { turn: number }, turn: HeardTurn): TurnFacts {
  return { view: viewTurn(entries), turnMs: turn.turnMs + lateMs, refusal: null }
}

/** Whether a turn breaks an expectation. */
export function breaks(expected: TurnExpectation, facts: TurnFacts): boolean {
  return evaluateTurn(expected, facts).some(({ verdict }) => verdict === 'failed')
}

/** Whether every condition of an expectation was judged on a turn, and holds. */
export function holds(expected: TurnExpectation, facts: TurnFacts): boolean {
  return evaluateTurn(expected, facts).every(({ verdict }) => verdict === 'passed')
}
