import { cutText } from '../../base/privacy/cut.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { count } from '../../base/text/wording.ts'
import type { Violation } from '../api/shape.ts'
import { type Failure, isUnreadable, type KnownFailure, type UnknownReason } from './failure.ts'
import { obstacleOf } from './obstacle.ts'

/** What happened and what to do about it, in one or two short lines of plain text. */
export function describeFailure(failure: Failure): string {
  return describeFailureIn(failure, { inSuite: true })
}

interface Saying {
  /** Whether there is a suite that can be changed. */
  inSuite: boolean
  /** Whether to say how the service put a refusal, with the id of the request. */
  exact?: boolean
}

/** The same, for somebody at a suite or not, and exactly or not. */
export function describeFailureIn(failure: Failure, { inSuite, exact = false }: Saying): string {
  switch (failure.kind) {
    case 'refused':
      return describeRefusal(failure, exact)
    case 'unreachable': {
      const obstacle = obstacleOf(failure.code)
      if (obstacle !== null)
        return `no connection to ${failure.url}: ${obstacle.why}; nothing was sent\n  ${obstacle.hint}`
      if (broken.has(failure.code))
        return `the connection to ${failure.url} broke before the answer was whole (${failure.code})`
      if (isUnreadable(failure))
        return `what answers at ${failure.url} breaks the rules of HTTP, so its answer cannot be read (${failure.code})`
      return `nothing answers at ${failure.url} (${failure.code})\n  ${failure.gone === true ? 'this was not sent; ' : ''}is the service running? Without --target, Tableread uses its own local service`
    }
    case 'timed out':
      if (failure.unconnected === true)
        return `no connection within ${failure.limitMs} ms\n  is the service running, and may this machine, or the proxy that HTTPS_PROXY names, reach it?`
      return `no answer within ${failure.limitMs} ms\n  raise it with ${inSuite ? '"time limit:" in the suite or ' : ''}--time-limit, if the agent is known to be slow`
    case 'aborted':
      return 'interrupted'
    case 'garbled':
      if (failure.location !== undefined)
        return `${failure.url} redirects to ${failure.location} (HTTP ${failure.status}), which is not followed, since the key would go along\n  if that is the service, write it as the target`
      return `the answer is not the service's JSON (HTTP ${failure.status}, ${failure.contentType ?? 'no content type'})${failure.excerpt === '' ? '' : `\n  it begins ${JSON.stringify(cutText(failure.excerpt, 80, ''))}`}\n  does ${failure.url} point at the service itself, not at a web page or a proxy?`
    case 'misshapen':
      return `the answer breaks the contract of the service (HTTP ${failure.status})${describePlace(failure.violations)}${listViolations(failure.violations)}`
    case 'oversized':
      return `the answer is too large: ${failure.limit}`
    case 'blocked':
      return `not sent, since it is unsafe: ${failure.reason}`
    case 'unrecorded':
      return failure.reason
    case 'held back':
      return `not sent: ${failure.reason}\n  run it again later, or with a longer "time limit:", which is how long a conversation may wait`
    case 'unsendable':
      return `not sent, since it breaks the contract of the service${listViolations(failure.violations)}`
    case 'unknown':
      return withCause('it is not known what became of the turn', failure.cause, describeUnknown(failure), {
        inSuite,
        exact,
      })
    case 'not taken':
      return withCause(
        'the service did not take the turn',
        failure.cause,
        `it was sent ${count(failure.sendings, 'time')}, and the stored session does not hold it (fetched ${count(failure.looks, 'time')})`,
        { inSuite, exact },
      )
  }
}

/** How the last exchange of a turn failed, then what is known of the turn, then what to do about it. */
function withCause(headline: string, cause: KnownFailure, detail: string, saying: Saying): string {
  const [first = '', ...rest] = describeFailureIn(cause, saying).split('\n')
  return [`${headline}: ${first}`, `  ${detail}`, ...rest].join('\n')
}

function describeRefusal(failure: Failure & { kind: 'refused' }, exact: boolean): string {
  const { status, errorCode, message, requestId, retryAfterMs } = failure
  // What an agent behind the local service came to is no refusal to whoever reads of it.
  const who =
    errorCode === 'localAgentErrored' && !exact
      ? ''
      : `the service refused the turn: ${status}${errorCode === null ? '' : ` ${errorCode}`}: `
  const request = exact && requestId !== null ? ` (request ${requestId})` : ''
  const hint =
    hints[errorCode ?? ''] ?? (status === 401 ? keyHint : status === 429 ? limitHint(retryAfterMs) : undefined)
  // Redacted before the lines are joined: a key split by a line break is only recognised before that. Other separators
  // stay, since what is private is told from other words by them until the door makes one line of all.
  const text = redactKeys(`${who}${message}${request}`).replace(/(?<!\s)\s*[\n\r]\s*/g, ' ')
  return `${text}${hint === undefined ? '' : `\n  ${hint}`}`
}

/** What the session does not reveal about a turn; `looks` is how often it was fetched. */
function describeUnknown({ why, looks }: Failure & { kind: 'unknown' }): string {
  const fetched = looks === 1 ? 'fetched once' : `fetched ${looks} times`
  return why === 'no session' || why === 'held back' ? reasons[why] : `${reasons[why]} (${fetched})`
}

const reasons: Record<UnknownReason, string> = {
  'no session':
    'the session of a first turn is known by its answer alone, so nothing can be looked up; it was not sent again',
  'held back':
    'the service asks to wait for longer than is left to this conversation, so nothing could be looked up; it was not sent again',
  unreadable: 'the stored session could not be read; it was not sent again',
  behind: 'the stored session does not hold the turns before it; it was not sent again',
  'not taken': 'the stored session does not hold the message, which may still come; it was not sent again',
  unanswered: 'the stored session holds the message, and no whole answer to it',
  twice: 'the stored session holds the message twice',
  'sent again':
    'it was sent several times, and none was answered: the stored session holds the message once, and it may still come again',
  more: 'its answer was found in the stored session, which now holds more than what was judged: the agent was not done',
  beside:
    'its answer was found in the stored session, beside calls of the phase pre or post that an answer may show or not, and the verdict rests on them',
  stored: 'the stored session holds the message all the same',
  'other words': 'the stored session holds another message in its place; it was not sent again',
}

const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** A conversation waits for a rate limit at most for the sum of its turns' time limits; see `settleTurn`. */
function limitHint(retryAfterMs: number | undefined): string {
  const limited = 'the service limits requests: lower --concurrency, or write --concurrency auto'
  if (retryAfterMs === undefined) return limited
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return `${limited}\n  it asks to wait ${seconds} s (Retry-After); a conversation waits no longer than its turns may take together`
}

const keyHint = 'set TABLEREAD_API_KEY to a key of the workspace'

const hints: Record<string, string> = {
  apiKeyMissing: keyHint,
  apiKeyInvalid: keyHint,
  sessionNotFound: 'the session ended or belongs to another workspace',
}

/** The path of the first violation, for the headline: some reports show nothing else. */
function describePlace([first]: readonly Violation[]): string {
  return first === undefined || first.path === '' ? '' : ` at ${first.path}`
}

function listViolations(violations: readonly Violation[]): string {
  const lines = violations
    .slice(0, 5)
    .map(({ path, expected, actual }) => `\n  ${path}: expected ${expected}, but here is ${actual}`)
  return lines.join('') + (violations.length > 5 ? `\n  and ${violations.length - 5} more` : '')
}
