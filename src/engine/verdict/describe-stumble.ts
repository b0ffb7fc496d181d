import { cutText } from '../../base/privacy/cut.ts'
import type { Failure } from '../../wire/client/failure.ts'
import type { ConversationResult } from './conversation-result.ts'

/** The longest reason that is stored, in characters. */
const longest = 160

/** `turn 2: reply`, `turn 1: 503 internalError`: kinds only, never what was said; null when there is nothing to say. */
export function describeStumble(result: ConversationResult): string | null {
  if (result.verdict === 'passed' || result.verdict === 'not reached') return null
  if (result.verdict === 'unsafe') return cutText(`unsafe: ${result.reason ?? 'it was not sent'}`, longest, '')
  const turn = result.turns.find(({ verdict }) => verdict === 'failed' || verdict === 'errored')
  const at = turn === undefined ? '' : `turn ${turn.index + 1}: `
  const kind = kindOf(turn?.outcomes ?? result.outcomes)
  const failure = turn?.failure ?? result.failure
  const refused = failure === null || failure === undefined ? undefined : nameFailure(failure)
  const [problem] = result.problems
  const words = kind ?? refused ?? problem?.code ?? (result.verdict === 'skipped' ? result.reason : undefined)
  if (words === undefined || words === null) return turn === undefined ? result.verdict : `turn ${turn.index + 1}`
  return cutText(`${at}${words}`, longest, '')
}

function nameFailure(failure: Failure): string {
  if (failure.kind === 'unknown' || failure.kind === 'not taken')
    return `${failure.kind}: ${nameFailure(failure.cause)}`
  return failure.kind === 'refused' ? `${failure.status} ${failure.errorCode ?? ''}`.trim() : failure.kind
}

function kindOf(outcomes: ConversationResult['outcomes']): string | undefined {
  const missed =
    outcomes.find(({ verdict }) => verdict === 'failed') ?? outcomes.find(({ verdict }) => verdict === 'not judged')
  if (missed === undefined) return undefined
  if (missed.kind === 'value') return `${missed.subject} could not be judged`
  if (missed.kind === 'call') return `call ${missed.name}`
  return missed.kind === 'law' ? `law ${missed.finding.law}` : missed.kind
}
