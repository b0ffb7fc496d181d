import { change, putMember, type RequestEdit, setEach } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { sessionsOf, type World } from '../world/world.ts'
import { checksOf, emailOptionsOf, isDispatch, isInline, knowsChannel, type RequestChecks } from './request-check.ts'

const foreignSessions = (world: World): string[] =>
  (['inline', 'completed'] as const).flatMap((kind) => sessionsOf(world, 'other', kind))
const namesOf = (some: readonly { name: string }[] | undefined): string[] => some?.map(({ name }) => name) ?? []

/** The workflow that a request names, by its path or in its body. */
function workflowOf({ request, parameter, body }: ReadRequest): unknown {
  return request.operation === 'node.trigger' ? body.workflow_id : parameter
}

const isWorkflow = ({ request }: ReadRequest): boolean =>
  ['workflow.call', 'workflow.delete', 'node.trigger'].includes(request.operation)

/** Whether a request names a workflow that its key's workspace has. */
export function isOwnWorkflow(reading: ReadRequest): boolean {
  return reading.facts.workflows.some(({ workflowId }) => workflowId === workflowOf(reading))
}

/** Whether a request names a workflow that only the other workspace has. */
export function isForeignWorkflow(reading: ReadRequest): boolean {
  const there = reading.elsewhere?.workflows.some(({ workflowId }) => workflowId === workflowOf(reading)) ?? false
  return isWorkflow(reading) && there && !isOwnWorkflow(reading)
}

/** Requests for things of another workspace (Authentication). */
export const isolationChecks: RequestChecks = {
  'ISO-01': checksOf(['session'])(
    (world) => foreignSessions(world).map((parameter) => change({ parameter })),
    (reading) =>
      reading.request.operation === 'session.get' && reading.session(reading.parameter ?? undefined)?.home === false,
  ),
  'ISO-02': checksOf(['inline'], isInline)(
    (world) => setEach('sessionId', ...foreignSessions(world)),
    ({ body, session }) => session(body.sessionId)?.home === false,
  ),
  'ISO-03': checksOf(['waPrompt', 'webPrompt', 'emailPrompt'], isDispatch)(
    ({ subject }) => {
      const own = namesOf(subject.own.channels).map((name) => name.toLowerCase())
      const theirs = namesOf(subject.other?.channels.filter(({ enabled }) => enabled))
      return setEach('communicationChannel', ...theirs.filter((name) => !own.includes(name.toLowerCase())))
    },
    ({ facts, elsewhere, body }) =>
      !knowsChannel(facts, body.communicationChannel) &&
      namesOf(elsewhere?.channels).some((name) => name === body.communicationChannel),
  ),
  'ISO-04': checksOf(
    ['workflow', 'delete', 'node'],
    isForeignWorkflow,
  )(({ subject }) =>
    (subject.other?.workflows ?? []).map(
      ({ workflowId: id }): RequestEdit =>
        (draft) =>
          draft.operation === 'node.trigger' ? putMember('workflow_id', id)(draft) : { ...draft, parameter: id },
    ),
  ),
  'ISO-06': checksOf(['emailPrompt', 'emailSay'])(
    (world) => setEach('emailOptions.replyTo', ...sessionsOf(world, 'other', 'email')),
    (reading) => reading.session(emailOptionsOf(reading).replyTo)?.home === false,
  ),
  'ISO-09': checksOf(['inline', 'waPrompt'], ({ request }) => request.operation === 'chat.trigger')(
    ({ subject }) => {
      const own = namesOf(subject.own.agents)
      return setEach('agentName', ...namesOf(subject.other?.agents).filter((name) => !own.includes(name)))
    },
    ({ facts, elsewhere, body }) =>
      namesOf(elsewhere?.agents).some((name) => name === body.agentName) &&
      !namesOf(facts.agents).some((name) => name === body.agentName),
  ),
}
