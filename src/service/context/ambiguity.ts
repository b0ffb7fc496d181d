import { createHash } from 'node:crypto'
import { channelTypes } from '../../wire/api/channel-type.ts'
import type { Session } from '../../wire/api/session.ts'
import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Refusal } from '../answer/answer.ts'

export type Ambiguity = ReturnType<typeof createAmbiguity>

/** Our own decision where the interface leaves a choice or, with a seed, any allowed one, always the same (P5). */
export function createAmbiguity(seed: string | null) {
  /** Picks one of the outcomes that a rule allows; the first is our decision. */
  const choose = <T>(rule: string, outcomes: readonly [T, ...T[]]): T => {
    if (seed === null) return outcomes[0]
    const number = createHash('sha256').update(`${seed}\n${rule}`).digest().readUInt32LE(0)
    return outcomes[number % outcomes.length] as T // always in range; null may be an outcome
  }
  return {
    seeded: seed !== null,
    choose,
    /** The refusal, or an alternative that its rule allows; null accepts the request. */
    settle(refusal: Refusal): Refusal | null {
      const { decision, others = [] } = refusal
      return decision === undefined ? refusal : choose<Refusal | null>(decision, [refusal, ...others])
    },
  }
}

/** A session as another reading would show it: members that the rules leave open take any allowed value. */
export function blurSession(session: Session, ambiguity: Ambiguity): Session {
  const blurred: Session = {
    ...session,
    agentDetails: { ...session.agentDetails },
    transcript: blurEntries(session.transcript, ambiguity),
  }
  if (ambiguity.choose('SES-12', ['null', 'absent']) === 'absent') {
    for (const key of ['number', 'email'] as const) {
      if (blurred.agentDetails[key] === null) delete (blurred.agentDetails as Partial<Session['agentDetails']>)[key]
    }
  }
  if (session.communicationChannelName === null && session.communicationChannelType === 'webChat') {
    const text = channelTypes.filter((type) => !type.endsWith('SipTrunk') && type !== 'webChat')
    blurred.communicationChannelType = ambiguity.choose('SES-14', ['webChat', ...text])
  }
  if (session.status === 'call_hangup') blurred.status = ambiguity.choose('SES-18', ['call_hangup', 'completed'])
  if (session.communicationChannelType === 'waVoice' && ambiguity.choose('SES-24', [false, true])) {
    Object.assign(blurred, { duration: null, retryAttemptNo: 0, recordingUrl: null })
  }
  const variables = ambiguity.choose('SES-30', ['equal', 'null', 'absent'])
  if (variables === 'null') blurred.dynamicVariables = null
  if (variables === 'absent') delete blurred.dynamicVariables
  return blurred
}

/** Entries as another reading shows them: without null members (TRN-06), an empty caption null or absent (CNT-02). */
export function blurEntries(entries: readonly TranscriptEntry[], ambiguity: Ambiguity): TranscriptEntry[] {
  const absent = ambiguity.choose('TRN-06', [false, true])
  const caption = ambiguity.choose<'' | null | undefined>('CNT-02', ['', null, undefined])
  return entries.map((entry) => {
    if (entry.type !== 'message') return entry
    const message = entry as Message
    const content = message.content.map((item) =>
      'caption' in item && item.caption === '' ? ({ ...item, caption } as typeof item) : item,
    )
    const members = Object.entries({ ...message, content })
    return Object.fromEntries(absent ? members.filter(([, value]) => value !== null) : members) as unknown as Message
  })
}
