import { type Failure, isUnreadable, type UnknownReason } from '../../wire/client/failure.ts'
import type { CauseKind } from './cause-kind.ts'

export function causeOfFailure(failure: Failure): CauseKind {
  const tell = ofFailures[failure.kind] as (failure: Failure) => CauseKind
  return tell(failure)
}

/** Whether the answer took longer than its time limit, whatever became of the turn. */
export function isOutOfTime(failure: Failure): boolean {
  if (failure.kind === 'timed out') return failure.unconnected !== true
  return (failure.kind === 'unknown' || failure.kind === 'not taken') && isOutOfTime(failure.cause)
}

const ofFailures = {
  refused: kindOfRefusal,
  unreachable: (failure) => (isUnreadable(failure) ? 'service' : 'network'),
  'timed out': ({ unconnected }) => (unconnected === true ? 'network' : 'service'),
  aborted: () => 'budget',
  garbled: () => 'service',
  misshapen: () => 'service',
  oversized: () => 'service',
  blocked: () => 'script',
  unrecorded: () => 'script',
  'held back': () => 'service',
  unsendable: () => 'script',
  unknown: ({ why, cause }) => ofUnknown[why] ?? causeOfFailure(cause),
  'not taken': ({ cause }) => causeOfFailure(cause),
} satisfies { [K in Failure['kind']]: (failure: Failure & { kind: K }) => CauseKind }

/** Who is to blame if a session does not show what happened to a turn; null to blame whoever broke the exchange. */
const ofUnknown: Record<UnknownReason, CauseKind | null> = {
  'no session': null,
  'held back': null,
  unreadable: null,
  behind: null,
  'not taken': null,
  unanswered: null,
  twice: null,
  'sent again': null,
  stored: 'service',
  more: null,
  beside: null,
  'other words': 'service',
}

/** Error codes that mean the service is at fault, whatever the status. */
const ofService: ReadonlySet<string> = new Set(['sessionNotFound', 'internalError'])

/** A refusal means that the request, and so the script, is wrong, unless the service could not serve any request. */
function kindOfRefusal({ status, responseCode, errorCode, layer }: Failure & { kind: 'refused' }): CauseKind {
  if (errorCode === 'localAgentErrored') return layer ?? 'service'
  const code = Math.max(status, responseCode ?? 0)
  const isOpen = code < 400 || code >= 500 || code === 408 || code === 429
  return isOpen || ofService.has(errorCode ?? '') ? 'service' : 'script'
}
