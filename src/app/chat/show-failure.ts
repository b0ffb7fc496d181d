import { suggest } from '../../base/suggest.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { line, type ShownLine, textLines } from './shown-line.ts'

/** Why there is no answer, in plain words, and what can be done about it; `known` are the agents that the service lists. */
export function showFailure(failure: Failure, agent: string, known: readonly string[]): ShownLine[] {
  if (failure.kind === 'aborted')
    return [
      line('warn', 'cancelled; the service may have taken the message all the same'),
      line('dim', '/again says it in a fresh session, /new begins anew', 2),
    ]
  const [headline = '', ...rest] = describeFailure(failure).replace('"time limit:" in the suite or ', '').split('\n')
  const hints = rest.map((each) => each.trim())
  if (failure.kind === 'refused') hints.push(...hintsFor(failure, agent, known))
  return [line('bad', headline), ...hints.flatMap((each) => textLines('dim', each, 2))]
}

function hintsFor(
  { status, errorCode, message }: Failure & { kind: 'refused' },
  agent: string,
  known: readonly string[],
): string[] {
  if (errorCode === 'sessionNotFound') return ['/new begins a fresh one']
  const near = known.includes(agent) || message.includes('did you mean') ? undefined : suggest(agent, known)
  return near !== undefined && status >= 400 && status < 500
    ? [`the service lists no agent ${agent}: did you mean ${near}?`]
    : []
}
