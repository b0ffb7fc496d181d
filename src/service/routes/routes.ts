import type { OperationId } from '../../wire/api/operation.ts'
import { accept, refuse } from '../answer/answer.ts'
import { blurSession } from '../context/ambiguity.ts'
import type { Handler } from '../context/context.ts'
import { readChatBody } from '../rules/chat-body.ts'
import { readBody } from '../rules/read-body.ts'
import { buildSession } from './build-session.ts'
import { replyInline } from './reply-inline.ts'

/** `POST /api/chat-agent/trigger`: an inline reply, or a message to a customer. Refusals come in the order of ENV-22. */
const triggerChat: Handler = async (call) => {
  const { ambiguity } = call.context
  const read = await readBody(call.request)
  if (!read.ok) return refuse(ambiguity.settle(read.refusal) ?? read.refusal)
  const checked = readChatBody(read.body)
  if (!checked.ok) return refuse(ambiguity.settle(checked.refusal) ?? checked.refusal)
  if (checked.unknown.length > 0) call.decisions.push('ENV-12')
  if (checked.chat.doReturnResponse === true) return replyInline(call, checked.chat)
  const { dispatchMessage } = await import('../dispatch/dispatch-message.ts')
  return dispatchMessage(call, checked.chat)
}

/** `GET /api/session/fetch/{sessionId}`; another workspace's is unknown, like a made-up one (ISO-01). */
const fetchSession: Handler = ({ request, parameter, workspace, context, decisions }) => {
  if (parameter === '') {
    return refuse({ errorCode: 'validationError', message: 'sessionId must have a length of at least 1' })
  }
  const record = context.store.session(parameter)
  if (record === undefined || record.workspace !== workspace.name) {
    const message = 'there is no session of this id'
    const others = parameter.trim() === '' ? [{ errorCode: 'validationError' as const, message }] : []
    const refusal = { errorCode: 'sessionNotFound' as const, message, decision: 'SES-04', others }
    return refuse(
      others.length === 0 ? { errorCode: 'sessionNotFound', message } : (context.ambiguity.settle(refusal) ?? refusal),
    )
  }
  const session = buildSession(context, record, new URL(request.url).origin)
  return accept(context.ambiguity.seeded ? blurSession(session, context.ambiguity) : session, decisions, record)
}

/** `GET /api/agent/blueprints`: each agent of the workspace once, at its published version, by agentId (BLU-12, BLU-16). */
const listBlueprints: Handler = ({ workspace, context }) => {
  const every = context.ambiguity.choose('BLU-12', [false, true])
  const agents = workspace.agents
    .flatMap(({ agentId, name, published, versions }) => {
      const rows = [...versions.values()].filter(({ number }) => every || number === published)
      return rows.map(({ config, description, number, name: label = `${name} v${number}` }) => ({
        agentId,
        config,
        version: { name: label, description, number },
      }))
    })
    .sort((a, b) => (a.agentId < b.agentId ? -1 : 1))
  const workflowList = workspace.workflows.flatMap(({ workflowId, agent }) => {
    const mapped = workspace.agents.find(({ name }) => name === agent)
    return mapped === undefined ? [] : [{ workflowId, agentId: mapped.agentId }]
  })
  return accept({ agents, workflowList })
}

/** Loaded on first use, since most runs never make calls. */
const calls = (): Promise<typeof import('./call-routes.ts')> => import('./call-routes.ts')

export const handlers: Record<OperationId, Handler> = {
  'session.get': fetchSession,
  'chat.trigger': triggerChat,
  'call.trigger': async (call) => (await calls()).triggerCall(call),
  'workflow.call': async (call) => (await calls()).callWorkflow(call),
  'workflow.delete': async (call) => (await calls()).deleteWorkflowCall(call),
  'blueprints.get': listBlueprints,
  'node.trigger': async (call) => (await calls()).triggerNode(call),
}
