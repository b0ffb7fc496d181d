import type { JsonValue } from '../../base/json.ts'
import { refuse } from '../answer/answer.ts'
import type { ServiceContext } from '../context/context.ts'
import type { SessionRecord } from '../store/store.ts'
import { AgentError } from '../workspace/agent-function.ts'
import { answerJson, type LocalHandler } from './local-call.ts'

/** How long the function of a workspace's state may take, in milliseconds. */
const mostMs = 10_000

/**
 * `GET /_local/sessions/{sessionId}/state`: what the workspace's own function gives as the state of its tools, asked as a tool
 * of the session's agent would be.
 */
export const showToolState: LocalHandler = async ({ context, parameter }) => {
  const record = context.store.session(parameter)
  if (record === undefined) return refuse({ errorCode: 'localNotFound', message: 'there is no session of this id' })
  const { sessionId, agentName, variables, workspace } = record
  return tellState(context, workspace, { sessionId, agentName, variables })
}

/** The session of which the state is told before there is one: no tool is ever called in it. */
const unbegun = 'not-begun'

/** `GET /_local/agents/{agent}/state`: the same as it is before any session of the agent has called anything. */
export const showToolStateBefore: LocalHandler = async ({ context, parameter }) => {
  const workspace = context.directory.all().find(({ agents }) => agents.some(({ name }) => name === parameter))
  if (workspace === undefined)
    return refuse({ errorCode: 'localNotFound', message: `there is no agent "${parameter}"` })
  return tellState(context, workspace.name, { sessionId: unbegun, agentName: parameter, variables: {} })
}

async function tellState(
  context: ServiceContext,
  name: string,
  caller: Pick<SessionRecord, 'sessionId' | 'agentName' | 'variables'>,
): Promise<Response> {
  const place = context.directory.find(name)?.state
  if (place === undefined)
    return refuse({ errorCode: 'localNotFound', message: `the workspace ${name} has no state: in its workspace.yaml` })
  const code = context.agentCode.now()
  code.enter()
  try {
    const run = await code.tool(place)
    const signal = AbortSignal.any([context.closing, AbortSignal.timeout(mostMs)])
    const given = await Promise.race([run({}, { ...caller, signal }), ended(signal)])
    return answerJson({ state: readState(given) })
  } catch (error) {
    const words = error instanceof AgentError || error instanceof Error ? error.message : String(error)
    return refuse({ errorCode: 'validationError', message: `the state of the tools cannot be told: ${words}` })
  } finally {
    code.leave()
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`it takes longer than ${mostMs / 1_000} s`)), {
      once: true,
    })
  })
}

/** A function of the code's thread gives its output as text. */
function readState(given: JsonValue): JsonValue {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given) as JsonValue
  } catch {
    return given
  }
}
