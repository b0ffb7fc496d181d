import fc from 'fast-check'
import { draftOf, type RequestDraft } from '../world/contract-request.ts'
import { sessionsOf, type World } from '../world/world.ts'
import { callRequests, deleteRequests, nodeRequests, workflowRequests } from './call-requests.ts'
import { type DispatchForm, dispatchRequests, inlineRequests } from './chat-requests.ts'

/** The kinds of valid requests that rules start from. */
export type BaseName = 'inline' | DispatchForm | 'session' | 'call' | 'workflow' | 'delete' | 'blueprints' | 'node'

const makers: Partial<Record<BaseName, (world: World) => fc.Arbitrary<RequestDraft> | null>> = {
  inline: inlineRequests,
  session: sessionRequests,
  call: callRequests,
  workflow: workflowRequests,
  delete: deleteRequests,
  node: nodeRequests,
  blueprints: () => fc.constant(draftOf('blueprints.get', null)),
}

/** Valid requests of a kind; null if the subject lacks what they need. */
export function validRequests(world: World, base: BaseName): fc.Arbitrary<RequestDraft> | null {
  const make = makers[base]
  return make === undefined ? dispatchRequests(world, base as DispatchForm) : make(world)
}

function sessionRequests(world: World): fc.Arbitrary<RequestDraft> | null {
  const kinds = ['inline', 'completed', 'whatsapp', 'email', 'call'] as const
  const ids = kinds.flatMap((kind) => sessionsOf(world, 'own', kind))
  return ids.length === 0 ? null : fc.constantFrom(...ids).map((id) => draftOf('session.get', null, id))
}
