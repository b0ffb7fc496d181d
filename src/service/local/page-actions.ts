import { z } from 'zod'
import { agentVersionShape, jsonObject } from '../../wire/api/member-shapes.ts'
import { refuse } from '../answer/answer.ts'
import type { ServiceCall } from '../context/context.ts'
import { strikeRequest } from '../faults/strike.ts'
import { buildSession } from '../routes/build-session.ts'
import { handlers } from '../routes/routes.ts'
import { answerJson, type LocalHandler, refuseUnknown, withBody, workspaceOf } from './local-call.ts'

const message = z.strictObject({
  workspace: z.string().exactOptional(),
  message: z.string().exactOptional(),
  version: agentVersionShape.exactOptional(),
  sessionId: z.string().exactOptional(),
  metadata: jsonObject.exactOptional(),
})

/** `POST /_local/agents/{agent}/try` with `{ message, version, sessionId, metadata }`: a chat turn without a key. */
export const tryMessage: LocalHandler = withBody(message, async ({ context, parameter, url }, pageRequest) => {
  const { workspace: workspaceName, version, ...given } = pageRequest
  const workspace = workspaceOf(context, parameter, workspaceName)
  if (workspace === undefined) return refuseUnknown(`there is no workspace "${workspaceName ?? ''}"`)
  const body = {
    ...{ ...given, agentName: parameter, doReturnResponse: true },
    ...(version === undefined ? {} : { agentVersion: version }),
  }
  const trigger = new Request(new URL('/api/chat-agent/trigger', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const faults = context.faults.strike('chat.trigger')
  const call: ServiceCall = { request: trigger, parameter: '', workspace, context, faults, decisions: [] }
  const answer = (): Response | Promise<Response> => handlers['chat.trigger'](call)
  return faults.length === 0 ? answer() : strikeRequest(faults, 'chat.trigger', answer)
})

/** `GET /_local/sessions/{sessionId}/suite`: the session as a suite's draft, `{ text }`, private data masked. */
export const showAsSuite: LocalHandler = async ({ context, parameter, url }) => {
  const record = context.store.session(parameter)
  if (record === undefined) return refuseUnknown('there is no session of this id')
  if (context.draftSuite === null) return refuseUnknown('only the service that the command line starts drafts suites')
  const drafted = await context.draftSuite(buildSession(context, record, url.origin))
  if (drafted.ok) return answerJson({ text: drafted.text })
  return refuse({ errorCode: 'validationError', message: drafted.reason })
}
