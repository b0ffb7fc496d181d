import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import { jsonObject } from '../../wire/api/json-object.ts'
import { refuse } from '../answer/answer.ts'
import { type AgentChange, changeAgent, keepChange } from '../workspace/saved-agents.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { answerJson, type LocalCall, type LocalHandler, readShape } from './local-call.ts'
import { describeWorkspace } from './state.ts'

/** `GET /_local/agents`: the agents of all workspaces with their versions. */
export const showAgents: LocalHandler = ({ context }) =>
  answerJson({ workspaces: context.directory.all().map(describeWorkspace) })

/** `PUT /_local/agents/{agent}` with an agent in the form of its file: adds it or replaces it. `?workspace=` where there are several. */
export const saveAgent: LocalHandler = async (call) => {
  const read = await readShape<JsonObject>(call.request, jsonObject)
  if (!read.ok) return read.answer
  const stated = { agent: call.parameter, ...read.value }
  if (stated.agent !== call.parameter)
    return refuse({ errorCode: 'validationError', message: 'agent: expected the name that is in the path' })
  return change(call, ({ name }) => ({ kind: 'agent', workspace: name, stated }))
}

/** `PUT /_local/agents/{agent}/draft` with a version in the form of the agent's file: the latest saved draft from now on. */
export const saveDraft: LocalHandler = async (call) => {
  const read = await readShape<JsonObject>(call.request, jsonObject)
  if (!read.ok) return read.answer
  return change(call, ({ name }) => ({ kind: 'draft', workspace: name, agent: call.parameter, stated: read.value }))
}

const publishing = z.strictObject({ version: z.int().min(0).exactOptional() })

/** `POST /_local/agents/{agent}/publish` with `{}` makes the draft the next version and the default; with `{ version }` that one becomes the default. */
export const publishDraft: LocalHandler = async (call) => {
  const read = await readShape(call.request, publishing)
  if (!read.ok) return read.answer
  const number = read.value.version ?? null
  return change(call, ({ name }) => ({ kind: 'publish', workspace: name, agent: call.parameter, number }))
}

function change({ context, url, parameter }: LocalCall, make: (workspace: Workspace) => AgentChange): Response {
  const named = url.searchParams.get('workspace')
  const all = context.directory.all()
  const workspace =
    named === null
      ? (all.find(({ agents }) => agents.some(({ name }) => name === parameter)) ?? all[0])
      : context.directory.find(named)
  if (workspace === undefined)
    return refuse({ errorCode: 'localNotFound', message: `there is no workspace "${named}"` })
  const made = make(workspace)
  const refused = changeAgent(workspace, made)
  if (refused !== null) return refuse({ errorCode: 'validationError', message: refused.reason })
  keepChange(context.store, made)
  return answerJson(describeWorkspace(workspace))
}
