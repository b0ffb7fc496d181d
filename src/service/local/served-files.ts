import { refuse } from '../answer.ts'
import { placeholderFile } from '../media/placeholder-file.ts'
import { recordSpeech } from '../media/record-speech.ts'
import { isLinkValid } from '../media/sign-link.ts'
import type { LocalHandler } from './local-call.ts'

const expired = {
  errorCode: 'localLinkExpired',
  message: 'the link has expired or is not signed',
  decision: 'SES-31',
} as const

/** `GET /_local/media/{name}` by a signed link: a small file of the kind that the name says. */
export const serveMedia: LocalHandler = ({ url, parameter, context }) => {
  if (!isLinkValid(url, context.clock.now(), context.secret)) return refuse(expired)
  const { type, bytes } = placeholderFile(parameter)
  return new Response(bytes, { headers: { 'content-type': type, 'x-content-type-options': 'nosniff' } })
}

/** `GET /_local/recordings/{sessionId}.wav` by a signed link: as long as the call, a tone for each time somebody speaks. */
export const serveRecording: LocalHandler = ({ url, parameter, context }) => {
  if (!isLinkValid(url, context.clock.now(), context.secret)) return refuse(expired)
  const session = context.store.session(parameter)
  if (session?.call?.recorded !== true) return refuse({ errorCode: 'localNotFound', message: 'there is no recording' })
  const bytes = recordSpeech(context.store.transcript(parameter), session.time, session.call.duration ?? 0)
  return new Response(bytes, { headers: { 'content-type': 'audio/wav' } })
}
