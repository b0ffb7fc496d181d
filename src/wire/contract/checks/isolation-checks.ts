import fc from 'fast-check'
import { type Edit, putMember } from '../world/contract-request.ts'
import type { ReadRequest } from '../world/reading.ts'
import { sessionsOf, type World } from '../world/world.ts'
import { emailOptionsOf, isDispatch, isInline, knowsChannel, type RequestChecks } from './request-check.ts'

const withParameter =
  (parameter: string): Edit =>
  (draft) => ({ ...draft, parameter })

/** An edit with one of some values; null if there are none. */
function oneOf(values: readonly string[], edit: (value: string) => Edit): fc.Arbitrary<Edit> | null {
  return values.length === 0 ? null : fc.constantFrom(...values).map(edit)
}

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
  'ISO-01': {
    from: ['session'],
    edits: (world) => oneOf(foreignSessions(world), withParameter),
    applies: (reading) =>
      reading.request.operation === 'session.get' && reading.session(reading.parameter ?? undefined)?.home === false,
  },
  'ISO-02': {
    from: ['inline'],
    edits: (world) => oneOf(foreignSessions(world), (id) => putMember('sessionId', id)),
    applies: (reading) => isInline(reading) && reading.session(reading.body.sessionId)?.home === false,
  },
  'ISO-03': {
    from: ['waPrompt', 'webPrompt', 'emailPrompt'],
    edits: ({ subject }) => {
      const own = namesOf(subject.own.channels).map((name) => name.toLowerCase())
      const theirs = namesOf(subject.other?.channels.filter(({ enabled }) => enabled))
      return oneOf(
        theirs.filter((name) => !own.includes(name.toLowerCase())),
        (name) => putMember('communicationChannel', name),
      )
    },
    applies: (reading) =>
      isDispatch(reading) &&
      !knowsChannel(reading.facts, reading.body.communicationChannel) &&
      namesOf(reading.elsewhere?.channels).some((name) => name === reading.body.communicationChannel),
  },
  'ISO-04': {
    from: ['workflow', 'delete', 'node'],
    edits: ({ subject }) =>
      oneOf(
        subject.other?.workflows.map(({ workflowId }) => workflowId) ?? [],
        (id) => (draft) =>
          draft.operation === 'node.trigger' ? putMember('workflow_id', id)(draft) : { ...draft, parameter: id },
      ),
    applies: isForeignWorkflow,
  },
  'ISO-06': {
    from: ['emailPrompt', 'emailSay'],
    edits: (world) => oneOf(sessionsOf(world, 'other', 'email'), (id) => putMember('emailOptions.replyTo', id)),
    applies: (reading) => reading.session(emailOptionsOf(reading).replyTo)?.home === false,
  },
  'ISO-09': {
    from: ['inline', 'waPrompt'],
    edits: ({ subject }) => {
      const own = namesOf(subject.own.agents)
      return oneOf(
        namesOf(subject.other?.agents).filter((name) => !own.includes(name)),
        (name) => putMember('agentName', name),
      )
    },
    applies: ({ request, facts, elsewhere, body }) =>
      request.operation === 'chat.trigger' &&
      namesOf(elsewhere?.agents).some((name) => name === body.agentName) &&
      !namesOf(facts.agents).some((name) => name === body.agentName),
  },
}
