import type { Failure, UnknownReason } from './failure.ts'

/** What a session did not tell of a turn; `looks` is how often it was fetched. */
export function describeUnknown({ why, looks }: Failure & { kind: 'unknown' }): string {
  const fetched = looks === 1 ? 'fetched once' : `fetched ${looks} times`
  return why === 'no session' || why === 'held back' ? reasons[why] : `${reasons[why]} (${fetched})`
}

const reasons: Record<UnknownReason, string> = {
  'no session':
    'the session of a first turn is known by its answer alone, so that nothing can be looked up; it was not sent again',
  'held back':
    'the service asks to wait for longer than is left to this conversation, so that nothing could be looked up; it was not sent again',
  unreadable: 'the stored session could not be read; it was not sent again',
  behind: 'the stored session does not hold the turns before it; it was not sent again',
  'not taken': 'the stored session does not hold the message, which may still come; it was not sent again',
  unanswered: 'the stored session holds the message, and no whole answer to it',
  twice: 'the stored session holds the message twice',
  'sent again':
    'it was sent several times, and none was answered: the stored session holds the message once, and it may still come again',
  stored: 'the stored session holds the message all the same',
  'other words': 'the stored session holds another message in its place; it was not sent again',
}
