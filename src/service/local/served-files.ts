import { refuse } from '../answer/answer.ts'
import { readLocalAddress } from '../media/local-media.ts'
import { placeholderFile } from '../media/placeholder-file.ts'
import { recordSpeech } from '../media/record-speech.ts'
import { isLinkValid } from '../media/sign-link.ts'
import type { LocalHandler } from './local-call.ts'

/** A file may be named by a customer and typed by an agent: no browser is to run what is in it. */
const inert = { 'content-security-policy': "default-src 'none'; sandbox" }

const expired = {
  errorCode: 'localLinkExpired',
  message: 'the link has expired or is not signed',
  decision: 'SES-31',
} as const

/** `GET /_local/media/{name}` by a signed link: a small file of the type that its item says. */
export const serveMedia: LocalHandler = ({ url, context }) => {
  if (!isLinkValid(url, context.clock.now(), context.secret)) return refuse(expired)
  const { name, type: promised } = readLocalAddress(url.pathname.split('/').at(-1) ?? '')
  const { type, bytes } = placeholderFile(name, promised)
  return new Response(bytes, { headers: { 'content-type': type, 'x-content-type-options': 'nosniff', ...inert } })
}

/** `GET /_local/recordings/{sessionId}.wav` by a signed link: as long as the call, a tone for each time somebody speaks. */
export const serveRecording: LocalHandler = ({ url, parameter, context }) => {
  if (!isLinkValid(url, context.clock.now(), context.secret)) return refuse(expired)
  const session = context.store.session(parameter)
  if (session?.call?.recorded !== true) return refuse({ errorCode: 'localNotFound', message: 'there is no recording' })
  const bytes = recordSpeech(context.store.transcript(parameter), session.time, session.call.duration ?? 0)
  return new Response(bytes, { headers: { 'content-type': 'audio/wav' } })
}
