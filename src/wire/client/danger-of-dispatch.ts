import { findStrangers } from './find-strangers.ts'
import type { LiveSafety } from './live-safety.ts'
import type { OwnedSinks } from './owned-sinks.ts'
import { type Dispatch, readDispatch } from './read-dispatch.ts'
import type { WireRequest } from './transport.ts'

/**
 * Why a request that reaches somebody must not leave, and how to mend that; null when it is allowed twice, by flag and by
 * file, and everything in it that could be an address is on the list. `danger` says what makes it one.
 */
export function dangerOfDispatch(request: WireRequest, danger: string, safety: LiveSafety): string | null {
  const read = readDispatch(request)
  if (!read.ok) return safety.dispatch ? read.why : danger
  const { dispatch, sinks } = safety
  if (!dispatch && sinks === null)
    return `${danger}; to send it to addresses of your own, give --allow-dispatch, and list them in a file (--owned-sinks, or "owned sinks:" in the config)`
  if (!dispatch) return `${danger}; the addresses in ${sinks?.file} count only with --allow-dispatch`
  if (sinks === null)
    return `${danger}; --allow-dispatch counts only with a list of addresses of your own (--owned-sinks, or "owned sinks:" in the config)`
  const stranger = strangerIn(read.dispatch, sinks)
  return stranger === null ? null : `${stranger}; if it is your own, add it to ${sinks.file}`
}

function strangerIn({ sent, addressees, workflow }: Dispatch, sinks: OwnedSinks): string | null {
  const named = addressees.filter((name) => sent[name] !== undefined)
  const bad = named.find((name) => typeof sent[name] !== 'string' || sent[name].trim() === '')
  if (bad !== undefined) return `${bad} is not the text of an address`
  if (named.length === 0) return `there is no ${addressees.join(' or ')}, so it cannot be told whom this reaches`
  if (workflow !== null && !sinks.workflows.includes(workflow))
    return `the workflow ${workflow} is not on the list of owned sinks`
  return strangeSession(sent, sinks) ?? findStrangers(sent, sinks)
}

/** A session belongs to somebody, and a message that goes on with it may go to them. An inline reply goes back to us. */
function strangeSession(sent: Record<string, unknown>, sinks: OwnedSinks): string | null {
  const { sessionId, emailOptions = {}, doReturnResponse, communicationChannel } = sent
  const inline = doReturnResponse === true && communicationChannel === undefined
  const known = (id: unknown): boolean => id === undefined || (typeof id === 'string' && sinks.sessions.includes(id))
  if (!inline && !known(sessionId)) return 'whom the session of sessionId belongs to cannot be told'
  if (typeof emailOptions !== 'object' || emailOptions === null || Array.isArray(emailOptions))
    return 'emailOptions is not an object'
  const replyTo: unknown = 'replyTo' in emailOptions ? emailOptions.replyTo : undefined
  return known(replyTo) ? null : 'whom the session of emailOptions.replyTo belongs to cannot be told'
}
