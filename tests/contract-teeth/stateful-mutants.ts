import { isJsonObject, type JsonObject } from '../../src/base/json/json.ts'
import { operations } from '../../src/wire/api/operation.ts'
import { allMutants } from './all-mutants.ts'
import { around } from './around.ts'
import { type Mutant, mutant } from './mutant.ts'

const memberOf = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined)

/** A session loses its transcript once another version of its agent is published. */
const losingTalks = around(async (call, next) => {
  const answer = await next(call)
  const { data } = answer.body
  if (call.operation !== 'session.get' || answer.status !== 200 || !isJsonObject(data)) return answer
  const { path } = operations['blueprints.get']
  const listing = memberOf(
    (await next({ ...call, operation: 'blueprints.get', path, side: 'workflow' })).body.data,
    'agents',
  )
  const agents: unknown[] = Array.isArray(listing) ? listing : []
  const name = memberOf(data.agentDetails, 'name')
  const agent = agents.find((each) => String(memberOf(each, 'agentId')).startsWith(`id-${String(name)}`))
  const same = String(memberOf(memberOf(agent, 'version'), 'number')) === String(memberOf(data.agentDetails, 'version'))
  return same || agent === undefined
    ? answer
    : { ...answer, body: { ...answer.body, data: { ...data, transcript: [] } } }
})

/** A session that somebody fetches from another workspace can be continued there from then on. */
function movingOver(): Mutant {
  const moved = new Set<string>()
  return mutant(
    'ISO-02',
    'isolation',
    'a conversation can be gone on with elsewhere once somebody there asked for it',
    around(async (call, next) => {
      const answer = await next(call)
      if (call.operation === 'session.get' && answer.status === 404) moved.add(call.path.split('/').at(-1) ?? '')
      const { sessionId } = call.body
      const open = call.operation === 'chat.trigger' && answer.status === 403 && moved.has(String(sessionId))
      if (!open) return answer
      const body: JsonObject = {
        responseCode: 200,
        message: 'success',
        data: { sessionId: sessionId ?? '', transcript: [] },
      }
      return { ...answer, status: 200, body }
    }),
  )
}

const stateful = [
  'a session is found in every workspace',
  'a conversation goes on in another workspace',
  'a new conversation goes on with the last one',
  'every turn is a conversation of its own',
  'scheduleTime is ignored',
  'a message leaves a second early',
  'a message leaves a second late',
  'scheduleTime of calls is ignored',
  'the highest number goes first',
  'the newest call goes first',
  'an absent priority is 1',
  'a call is tried once too often',
  'a delete does nothing',
  'a delete takes the customer out of every workflow',
  'a delete empties the workflow',
]

/** Mistakes that only show in what a service keeps between requests. */
export const statefulMutants: readonly Mutant[] = [
  ...allMutants.filter(({ what }) => stateful.includes(what)),
  mutant('CHA-06', 'field', 'publishing a draft empties the sessions under way', losingTalks),
  movingOver(),
]
