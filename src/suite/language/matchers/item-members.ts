import { didYouMean, suggest } from '../../../base/text/suggest.ts'
import { channelTypes } from '../../../wire/api/channel-type.ts'
import { sessionStatuses } from '../../../wire/api/session-status.ts'
import { refuseUnknownKey } from '../../yaml/record.ts'
import { type Reading, refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import type { Matcher } from './matcher.ts'

/** `host` and `expires` are read from a link. */
const link = ['type', 'url', 'mimeType', 'host', 'expires']

/** The members that conditions on a content item can see (Content item), by its kind. */
export const itemMembers = {
  text: ['type', 'text'],
  image: [...link, 'caption'],
  video: [...link, 'caption'],
  audio: link,
  file: [...link, 'filename'],
  button: ['type', 'text', 'payload'],
} as const satisfies Record<string, readonly string[]>

const kinds = [...Object.keys(itemMembers), 'unknown']

export const contentMembers: readonly string[] = [...new Set(['kind', ...Object.values(itemMembers).flat()])]

/** The members of a message in the `outbox` and of a call in the `queue` of the local service. */
export const localMembers = {
  outbox: [
    ...['id', 'sessionId', 'workspace', 'channelType', 'channelName', 'agentName', 'versionLabel', 'from', 'to', 'cc'],
    ...['bcc', 'subject', 'messageType', 'text', 'additionalContext', 'template', 'attachments', 'metadata'],
    ...['replyTo', 'due', 'sentAt', 'status'],
  ],
  queue: [
    ...['callId', 'sessionId', 'workspace', 'workflowId', 'direction', 'customerNumber', 'agentName', 'versionLabel'],
    ...['agentNumber', 'channelName', 'options', 'metadata', 'retries', 'retryAfterMs', 'hours', 'priority', 'onDate'],
    ...['attempt', 'due', 'arrival', 'state', 'connectedAt'],
  ],
} as const satisfies Record<string, readonly string[]>

/** The members of these that hold one of a few words. */
export const localWords: Readonly<
  Record<'outbox' | 'queue' | 'attempts', Readonly<Record<string, readonly string[]>>>
> = {
  outbox: { status: ['waiting', 'sent', 'stopped', 'failed'], channelType: channelTypes },
  queue: { state: ['queued', 'placed', 'connected', 'done'], direction: ['inbound', 'outbound'] },
  attempts: { status: sessionStatuses, communicationChannelType: channelTypes },
}

/** A slip of a known member would forbid nothing under a negation. `lists`: the value is a list of such items. */
export function ofMembers(
  shape: Shape<Matcher>,
  what: string,
  members: readonly string[],
  {
    lists = false,
    words = { kind: kinds },
  }: { lists?: boolean; words?: Readonly<Record<string, readonly string[]>> } = {},
): Shape<Matcher> {
  return withCheck(shape, (read, reading) => {
    const before = reading.problems.length
    refuseMembers(read, lists, { what, members, words, reading })
    return reading.problems.length > before ? undefined : read
  })
}

function refuseMembers(
  matcher: Matcher,
  lists: boolean,
  vocabulary: Omit<Known, 'words'> & { members: readonly string[]; words: Readonly<Record<string, readonly string[]>> },
): void {
  const within = (of: readonly Matcher[], still = lists): void => {
    for (const each of of) refuseMembers(each, still, vocabulary)
  }
  if (matcher.kind === 'not' || matcher.kind === 'folded') within([matcher.of])
  else if (matcher.kind === 'all' || matcher.kind === 'any' || matcher.kind === 'none') within(matcher.of)
  else if (matcher.kind === 'each') within([matcher.of], false)
  else if (matcher.kind === 'items' || matcher.kind === 'in any order') within(matcher.items, false)
  else if (matcher.kind === 'contains' && lists) within(matcher.parts, false)
  else if (matcher.kind === 'fields' && !lists)
    for (const { key, at, matcher: of } of matcher.fields) {
      const { members, reading, what, words } = vocabulary
      const isOdd = members.length > 0 && !members.includes(key) && suggest(key, members) !== undefined
      if (isOdd) refuseUnknownKey(reading, key, at, what, members)
      else refuseWords(of, { what: key === 'kind' ? 'kind of content item' : key, words: words[key] ?? [], reading })
    }
}

/** The same shape for one of a few words: a slip of one would forbid nothing under a negation. */
export function ofWords(shape: Shape<Matcher>, what: string, words: readonly string[]): Shape<Matcher> {
  return withCheck(shape, (read, reading) => {
    const before = reading.problems.length
    refuseWords(read, { what, words, reading })
    return reading.problems.length > before ? undefined : read
  })
}

interface Known {
  what: string
  words: readonly string[]
  reading: Reading
}

function refuseWords(matcher: Matcher, vocabulary: Known): void {
  const { what, words, reading } = vocabulary
  if (matcher.kind === 'not') refuseWords(matcher.of, vocabulary)
  else if (matcher.kind === 'all' || matcher.kind === 'any' || matcher.kind === 'none')
    for (const each of matcher.of) refuseWords(each, vocabulary)
  else if (matcher.kind === 'equals' && typeof matcher.value === 'string') {
    const { at, value } = matcher
    const hint = words.includes(value) ? undefined : didYouMean(value, words)
    if (hint !== undefined) refuse(reading, 'wrong-value', at, `there is no ${what} "${value}"`, hint)
  }
}
