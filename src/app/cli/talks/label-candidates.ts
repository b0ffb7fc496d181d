import type { Judgement } from '../../../engine/expect/outcome/judgement.ts'
import type { Outcome } from '../../../engine/expect/outcome/outcome.ts'
import type { RunResult } from '../../../engine/run-result.ts'
import { addressOf, type ConversationResult } from '../../../engine/verdict/conversation-result.ts'
import type { Example } from '../../../records/licence/example.ts'
import { exampleKey, shownOf } from '../../../records/licence/gather-examples.ts'
import type { JudgeFinding } from '../../../suite/language/expectations/judge-expectation.ts'
import type { SuiteCriterion } from '../../suites/criteria.ts'

/** A criterion of a result for a person to label: what was said, and what the judge found. */
export interface LabelCandidate extends Pick<Example, 'asWritten' | 'criterion' | 'turns'> {
  looksAt: 'turn' | 'conversation'
  variables: Record<string, string>
  judgement: Judgement
  /** The conversation as results name it; the turn, counted from 1, or null for the whole conversation. */
  conversation: string
  turn: number | null
}

/** Every question put to a judge in a result, in the order of the result. */
export function listCandidates({ conversations }: RunResult, criteria: readonly SuiteCriterion[]): LabelCandidate[] {
  return conversations.flatMap((conversation) => {
    const answered = conversation.turns.filter(({ failure, entries }) => failure === null && entries.length > 0)
    const turns = answered.map(({ index, user, entries }) => ({ index, user, entries }))
    const ofTurns = answered.flatMap(({ index, outcomes }, position) =>
      judged(outcomes).map((outcome) =>
        candidateOf(outcome, conversation, criteria, turns.slice(0, position + 1), index + 1),
      ),
    )
    const ofWhole = judged(conversation.outcomes).map((outcome) =>
      candidateOf(outcome, conversation, criteria, turns, null),
    )
    return [...ofTurns, ...ofWhole].filter((candidate) => candidate.turns.length > 0)
  })
}

function judged(outcomes: readonly Outcome[]): (Outcome & { kind: 'judge' })[] {
  return outcomes.filter((outcome) => outcome.kind === 'judge')
}

function candidateOf(
  { criterion, looksAt, judgement, at }: Outcome & { kind: 'judge' },
  conversation: ConversationResult,
  criteria: readonly SuiteCriterion[],
  turns: LabelCandidate['turns'],
  turn: number | null,
): LabelCandidate {
  const place = `${conversation.file}:${at.line}`
  const here = criteria.filter(({ places }) => places.includes(place))
  const [match] = [...here, ...criteria].flatMap(({ asWritten }) => {
    const variables = readVariables(asWritten, criterion)
    return variables === null ? [] : [{ asWritten, variables }]
  })
  const { asWritten, variables } = match ?? { asWritten: criterion, variables: {} }
  return { asWritten, criterion, variables, looksAt, judgement, turns, turn, conversation: addressOf(conversation) }
}

/** The variables with which the criterion as written becomes the filled one; null if there are none. */
function readVariables(asWritten: string, filledText: string): Record<string, string> | null {
  const names = [...asWritten.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name)
  const parts = asWritten.split(/\{\{[^{}]*\}\}/)
  const values: Record<string, string> = {}
  let at = 0
  for (const [index, part] of parts.entries()) {
    const end = index === parts.length - 1 && index > 0 ? filledText.length - part.length : filledText.indexOf(part, at)
    if (end < at || !filledText.startsWith(part, end) || (index === 0 && end !== 0)) return null
    const name = names[index - 1]
    const value = filledText.slice(at, end)
    if (name !== undefined) {
      if (Object.hasOwn(values, name) && values[name] !== value) return null
      values[name] = value
    }
    at = end + part.length
  }
  return at === filledText.length ? values : null
}

/** The keys of the examples that this person has labelled already. */
export function labelledKeys(examples: readonly Example[], by: string | null): Set<string> {
  return new Set(
    examples
      .filter((example) => example.by === by)
      .flatMap((example) =>
        (['turn', 'conversation'] as const)
          .filter((looksAt) => (example.looksAt ?? looksAt) === looksAt)
          .map((looksAt) => candidateKey({ ...example, looksAt })),
      ),
  )
}

/** Equal for all places where the same question was asked about the same words. */
export function candidateKey(candidate: Pick<LabelCandidate, 'asWritten' | 'criterion' | 'turns' | 'looksAt'>): string {
  const { asWritten, looksAt } = candidate
  return `${looksAt} ${asWritten} ${exampleKey({ ...candidate, turns: shownOf(candidate, looksAt) }, looksAt)}`
}

/** First those on which judges disagreed or could not tell, then those with the finding that has fewer labels. */
export function pickNext(
  candidates: readonly LabelCandidate[],
  labelled: readonly { asWritten: string; verdict: JudgeFinding }[],
): LabelCandidate | undefined {
  const split = candidates.find(({ judgement: { says, votes } }) => {
    const apart = new Set(votes.map((vote) => vote.says)).size > 1
    return apart || says === 'cannot tell' || says === 'unjudged'
  })
  if (split !== undefined) return split
  const [first] = candidates
  if (first === undefined) return undefined
  const own = labelled.filter(({ asWritten }) => asWritten === first.asWritten)
  const metCount = own.filter(({ verdict }) => verdict === 'met').length
  const rarerVerdict: JudgeFinding = metCount * 2 > own.length ? 'not met' : 'met'
  return (
    candidates.find(({ asWritten, judgement }) => asWritten === first.asWritten && judgement.says === rarerVerdict) ??
    first
  )
}
