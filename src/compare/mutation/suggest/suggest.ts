import { groupBy } from '../../../base/group-by.ts'
import type { JsonValue } from '../../../base/json/json.ts'
import { remembering } from '../../../base/memoize.ts'
import { evaluateTurn } from '../../../engine/expect/evaluate-turn.ts'
import type { TurnFacts } from '../../../engine/expect/outcome/outcome.ts'
import { viewTurn } from '../../../engine/transcript/turn-view.ts'
import { judgeStored } from '../../../engine/verdict/evaluator.ts'
import {
  type SessionExpectation,
  sessionExpectation,
} from '../../../suite/language/expectations/session-expectation.ts'
import { type TurnExpectation, turnExpectation } from '../../../suite/language/expectations/turn-expectation.ts'
import { fillVariables } from '../../../suite/language/script/fill-variables.ts'
import { criteriaOfPlan } from '../../../suite/plan/plan-criteria.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import { optional, record } from '../../../suite/yaml/record.ts'
import type { Shape } from '../../../suite/yaml/shape.ts'
import type { Session } from '../../../wire/api/session.ts'
import type { Mutant } from '../mutant/mutant.ts'
import type { HeardTurn, MutableTalk } from '../mutant/talk.ts'
import type { Suggestion, Survivor } from '../mutant/teeth-result.ts'
import {
  type CatchCandidate,
  candidatesFor,
  criterionFor,
  formatCandidate,
  guardrailsFor,
  sessionCandidatesFor,
} from './candidates.ts'
import { type Mask, pasteableForms } from './pasteable.ts'

/** A surviving mutant, with its number among all survivors. */
export interface Living {
  number: number
  mutant: Mutant
  talk: MutableTalk
  survivor: Survivor
}

type MutantOf<Turn> = Extract<Mutant, { turn: Turn }>
type InTurn = Living & { mutant: MutantOf<number> }
type InSession = Living & { mutant: MutantOf<null> }

/** What reports mask in a value from these talks: see `Mask`. */
export type MaskTalks = (value: JsonValue, talks: readonly MutableTalk[]) => JsonValue

/** Expectations that catch a suite's mutants, the best first, each proven on all `talks` and pasteable. */
export function suggestFor(
  living: readonly Living[],
  talks: readonly MutableTalk[],
  maskTalks: MaskTalks,
): Suggestion[] {
  const inTurns = living.filter((each): each is InTurn => each.mutant.turn !== null)
  const inSession = living.filter((each): each is InSession => each.mutant.turn === null)
  const ofSuite = suggestGuardrails(inTurns, talks, null, maskTalks)
  const open = leftOf(inTurns, ofSuite)
  const ofTalks = groupBy(talks, writtenAt).flatMap((those) => {
    const own = open.filter(({ talk }) => those.includes(talk))
    return suggestGuardrails(own, those, those[0], maskTalks)
  })
  const wide = [...ofSuite, ...ofTalks]
  const ofPlace = (each: Living): { siblings: MutableTalk[]; mask: Mask } => {
    const siblings = talks.filter((talk) => writtenAt(talk) === writtenAt(each.talk))
    return { siblings, mask: (value) => maskTalks(value, siblings) }
  }
  const byTurn = groupBy(leftOf(open, ofTalks), ({ talk, mutant }) => `${writtenAt(talk)} ${mutant.turn}`)
  const narrow = byTurn.flatMap((those) => {
    const [first] = those
    const { siblings, mask } = ofPlace(first)
    // Turns that a simulated user added are not in the script, so they have no place for an expectation.
    const isWritten = first.mutant.turn < first.talk.plan.conversation.turns.length
    return isWritten ? suggestForTurn(those, siblings, mask) : []
  })
  const stored = groupBy(inSession, ({ talk }) => writtenAt(talk)).flatMap((those) => {
    const { siblings, mask } = ofPlace(those[0])
    return suggestForSession(those, siblings, mask)
  })
  return [...wide, ...narrow, ...stored]
}

/** Where a conversation is written: its rows, seeds and versions share their expectations. */
function writtenAt({ plan: { file, conversation } }: MutableTalk): string {
  return `${file}:${conversation.at.line}:${conversation.at.column}`
}

function leftOf(living: readonly InTurn[], suggestions: readonly Suggestion[]): InTurn[] {
  const caught = new Set(suggestions.flatMap(({ catches }) => catches))
  return living.filter(({ number }) => !caught.has(number))
}

/** Guardrails that hold on every turn of the suite, or of one conversation, and catch at least two mutants. */
function suggestGuardrails(
  living: readonly InTurn[],
  talks: readonly MutableTalk[],
  only: MutableTalk | null,
  maskTalks: MaskTalks,
): Suggestion[] {
  const turns = talks.flatMap((talk) => talk.turns)
  const [first] = living
  if (first === undefined) return []
  const mask: Mask = (value) => maskTalks(value, talks)
  const holding = guardrailsFor(turns).flatMap((candidate) => {
    const [yaml] = pasteableForms(candidate, mask, {})
    const expected = yaml === undefined ? undefined : readTurnSnippet(yaml)
    if (yaml === undefined || expected === undefined) return []
    return turns.some((each) => breaks(expected, each)) ? [] : [{ yaml, expected }]
  })
  const caught = new Map(
    living.map((each) => {
      const turn = each.talk.turns.find(({ index }) => index === each.mutant.turn)
      const facts = turn === undefined ? null : factsOfMutant(each.mutant, turn)
      return [each, facts === null ? [] : holding.filter(({ expected }) => breaks(expected, facts))] as const
    }),
  )
  const suggestions: Suggestion[] = []
  for (const guardrail of holding) {
    const catches = leftOf(living, suggestions).filter((each) => caught.get(each)?.includes(guardrail))
    if (catches.length < 2) continue
    const where = { conversation: only === null ? null : placeOf(first).conversation, turn: null }
    const line = only?.plan.conversation.at.line ?? 1
    const numbers = catches.map(({ number }) => number)
    suggestions.push({ ...placeOf(first), ...where, under: 'every turn', line, yaml: guardrail.yaml, catches: numbers })
  }
  return suggestions
}

/** How many mutants of one place are looked at: each candidate is held against each of them. */
const mostMutants = 100

/** How many candidates are tried for one mutant. */
const mostCandidates = 300

/** What expectations `E` are proven on, recorded turns or stored sessions; `W` is what a mutant makes of it. */
interface Ground<E, W> {
  under: Suggestion['under']
  read(yaml: string, plan: MutableTalk['plan']): E | undefined
  holds(expected: E, talk: MutableTalk): boolean
  breaks(expected: E, worse: W): boolean
}

interface Case<W> {
  each: Living
  worse: W
  candidates: readonly CatchCandidate[]
}

/** Repeatedly the expectation that catches most of a place's remaining mutants, and holds for all its recordings. */
function suggestProven<E, W>(
  cases: readonly Case<W>[],
  talks: readonly MutableTalk[],
  { under, read, holds, breaks }: Ground<E, W>,
  mask: Mask,
): { suggestions: Suggestion[]; remaining: Living[] } {
  const readings = new Map(
    talks.map((talk) => [talk, remembering(mostCandidates ** 2, (yaml) => read(yaml, talk.plan))]),
  )
  const holding = remembering(mostCandidates ** 2, (yaml) =>
    talks.every((talk) => {
      const expected = readings.get(talk)?.(yaml)
      return expected !== undefined && holds(expected, talk)
    }),
  )
  const catches = (yaml: string, { each, worse }: Case<W>): boolean => {
    const expected = readings.get(each.talk)?.(yaml)
    return expected !== undefined && breaks(expected, worse)
  }
  const masked = remembering(mostCandidates ** 2, (yaml) => mask(yaml))
  const maskOnce: Mask = (value) => (typeof value === 'string' ? masked(value) : mask(value))
  const proven = new Set<string>()
  for (const one of cases) {
    for (const candidate of one.candidates.slice(0, mostCandidates)) {
      if (!catches(formatCandidate(candidate), one)) continue
      const forms = pasteableForms(candidate, maskOnce, one.each.talk.plan.variables)
      const suggestion = firstOf(forms, (yaml) => holding(yaml) && catches(yaml, one))
      if (suggestion === undefined) continue
      proven.add(suggestion)
      break
    }
  }
  const caught = [...proven].map((yaml) => ({ yaml, cases: cases.filter((one) => catches(yaml, one)) }))
  const suggestions: Suggestion[] = []
  let openCases = new Set(cases)
  for (;;) {
    const candidates = caught.map((each) => ({ ...each, cases: each.cases.filter((one) => openCases.has(one)) }))
    const best = candidates.reduce((most, each) => (each.cases.length > most.cases.length ? each : most), {
      yaml: '',
      cases: [] as Case<W>[],
    })
    const [first] = best.cases
    if (first === undefined) return { suggestions, remaining: [...openCases].map(({ each }) => each) }
    const numbers = best.cases.map(({ each }) => each.number)
    suggestions.push({ ...placeOf(first.each), under, yaml: best.yaml, catches: numbers })
    openCases = new Set([...openCases].filter((one) => !best.cases.includes(one)))
  }
}

function firstOf<T>(values: Iterable<T>, isWanted: (value: T) => boolean): T | undefined {
  for (const value of values) if (isWanted(value)) return value
  return undefined
}

function suggestForTurn(
  living: readonly [InTurn, ...InTurn[]],
  talks: readonly MutableTalk[],
  mask: Mask,
): Suggestion[] {
  const [{ mutant }] = living
  const ofTurn = (talk: MutableTalk): HeardTurn | undefined => talk.turns.find(({ index }) => index === mutant.turn)
  const cases = spread(living, mostMutants).flatMap((each): Case<TurnFacts>[] => {
    const turn = ofTurn(each.talk)
    if (turn === undefined) return []
    const worse = factsOfMutant(each.mutant, turn)
    return [{ each, worse, candidates: candidatesFor(each.mutant.kind, turn, worse.view) }]
  })
  const holdsIn = (expected: TurnExpectation, talk: MutableTalk): boolean => {
    const turn = ofTurn(talk)
    return turn === undefined || (holds(expected, turn) && holds(expected, withLateCalls(turn)))
  }
  const ground = { under: 'expect' as const, read: readTurnSnippet, holds: holdsIn, breaks }
  const { suggestions, remaining } = suggestProven(cases, talks, ground, mask)
  return [...suggestions, ...suggestJudges(remaining)]
}

/** What is written beside the turns of a conversation. */
const beside = record('a conversation', { session: optional(sessionExpectation, 'The stored session.') })

/** Expectations for the mutants that the stored session alone shows, in every recording of a conversation. */
function suggestForSession(living: readonly InSession[], talks: readonly MutableTalk[], mask: Mask): Suggestion[] {
  const cases = living.flatMap((each): Case<Session>[] => {
    const { mutant, talk } = each
    if (talk.session === null) return []
    return [{ each, worse: mutant.session, candidates: sessionCandidatesFor(mutant.kind, talk.session) }]
  })
  const verdictsOn = (expected: SessionExpectation, session: Session): string[] =>
    judgeStored(expected, { ok: true, session }).map(({ verdict }) => verdict)
  const ground: Ground<SessionExpectation, Session> = {
    under: 'conversation',
    read: (yaml, variables) => readAs(beside, yaml, variables)?.session,
    holds: (expected, { session }) =>
      session === null || verdictsOn(expected, session).every((verdict) => verdict === 'passed'),
    breaks: (expected, worse) => verdictsOn(expected, worse).includes('failed'),
  }
  return suggestProven(cases, talks, ground, mask).suggestions
}

function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.ceil(list.length / most)
  return list.filter((_, index) => index % step === 0)
}

/** A criterion for mutants of a turn that changed only its meaning, where no rule tells them apart. */
function suggestJudges(living: readonly Living[]): Suggestion[] {
  return groupBy(living, ({ mutant }) => mutant.kind).flatMap((those): Suggestion[] => {
    const [first] = those
    const yaml = criterionFor(first.mutant.kind)
    if (yaml === undefined || isAsked(first, yaml)) return []
    return [{ ...placeOf(first), under: 'expect', yaml, catches: those.map(({ number }) => number), judged: true }]
  })
}

/** Whether the script already asks a judge this, and the judge did not object. */
function isAsked({ talk: { plan } }: Living, yaml: string): boolean {
  const [judge] = readTurnSnippet(yaml)?.judge ?? []
  return criteriaOfPlan(plan).some(({ criterion }) => criterion.asWritten === judge?.asWritten)
}

function placeOf({
  survivor,
}: Living): Pick<Suggestion, 'file' | 'line' | 'suite' | 'conversation' | 'version' | 'turn'> {
  const { file, line, suite, conversation, version, turn } = survivor
  return { file, line, suite, conversation, version, turn }
}

type Variables = Pick<MutableTalk['plan'], 'variables' | 'numerals'>

/** Parses an expectation as a script would; undefined where it is not valid. */
export function readTurnSnippet(yaml: string, variables?: Variables): TurnExpectation | undefined {
  return readAs(turnExpectation, yaml, variables)
}

/** Without variables, texts with `{{` are skipped, because a script would fill them in. */
function readAs<T>(shape: Shape<T>, yaml: string, variables?: Variables): T | undefined {
  if (variables === undefined && yaml.includes('{{')) return undefined
  const read = readYaml(yaml, 'suggestion')
  const expected = read.ok ? shape.read(read.root, { file: 'suggestion', problems: [] }) : undefined
  return expected === undefined || variables === undefined
    ? expected
    : fillVariables(expected, variables.variables, variables.numerals)
}

/** The turn with the mutant's defect, as facts for expectations. */
function factsOfMutant({ entries, lateMs }: MutantOf<number>, turn: HeardTurn): TurnFacts {
  return { view: viewTurn(entries), turnMs: turn.turnMs + lateMs, refusal: null }
}

/** Whether a turn breaks an expectation. */
export function breaks(expected: TurnExpectation, facts: TurnFacts): boolean {
  return evaluateTurn(expected, facts).some(({ verdict }) => verdict === 'failed')
}

/** A turn with the calls that the stored session may show beside it. */
function withLateCalls(turn: HeardTurn): HeardTurn {
  const { view, late = [] } = turn
  return late.length === 0 ? turn : { ...turn, view: { ...view, calls: [...view.calls, ...late] } }
}

/** Whether every condition of an expectation was judged on a turn, and holds. */
export function holds(expected: TurnExpectation, facts: TurnFacts): boolean {
  return evaluateTurn(expected, facts).every(({ verdict }) => verdict === 'passed')
}
