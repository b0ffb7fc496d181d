import { isJsonObject, type JsonObject } from '../../src/base/json/json.ts'
import type { Transport } from '../../src/wire/client/transport.ts'
import { type Asked, around, pretend, refusal, withBody, withKey } from './around.ts'
import { refuses } from './mistakes.ts'
import { type Mutant, mutant } from './mutant.ts'

const keys = { own: 'contract-key-here', other: 'contract-key-there' }
const otherKey = ({ headers }: Asked): string => (headers['x-api-key'] === keys.other ? keys.own : keys.other)

/** Looks into the workspace before checking the key, so that errors from inside come first. */
const lookingFirst = (operation: Asked['operation']) =>
  around(async (call, next) => {
    const answer = await next(call)
    if (answer.status !== 401 || call.operation !== operation) return answer
    const inside = await next(withKey(call, keys.own))
    return inside.status === 200 ? answer : inside
  })

/** Falls back to the other workspace when its own has nothing. */
const lookingNextDoor = (
  operation: Asked['operation'],
  status: number,
  when: (body: JsonObject) => boolean = () => true,
) =>
  around(async (call, next) => {
    const answer = await next(call)
    if (answer.status !== status || call.operation !== operation || !when(call.body)) return answer
    const there = await next(withKey(call, otherKey(call)))
    return there.status === 200 ? there : answer
  })

const headerLost =
  (pattern: RegExp) =>
  (send: Transport): Transport =>
  (request) => {
    const headers = Object.entries(request.headers).filter(([name]) => !/^x-api-key$/i.test(name) || pattern.test(name))
    return send({ ...request, headers: Object.fromEntries(headers) })
  }

/** Keys, workspaces, hosts and paths. */
export const reachMutants: readonly Mutant[] = [
  mutant('AUT-01', 'precedence', 'the session is looked up before the key', lookingFirst('session.get')),
  mutant('AUT-02', 'precedence', 'the session is looked up before the key', lookingFirst('session.get')),
  mutant('AUT-03', 'precedence', 'the channel is looked up before the key', lookingFirst('chat.trigger')),
  mutant('AUT-04', 'precedence', 'the channel is looked up before the key', lookingFirst('chat.trigger')),
  mutant('AUT-13', 'precedence', 'the workflow is looked up before the key', lookingFirst('node.trigger')),
  ...['CHA-09', 'CHA-10', 'CHA-12'].map((rule) => {
    let count = 0
    const flapping = around(async (call, next) => {
      const answer = await next(call)
      if (call.operation !== 'chat.trigger' || answer.status < 400) return answer
      count += 1
      const fewer = withBody(call, without(call.body))
      const other = count % 2 === 0 ? await next(fewer) : answer
      return other.status === 200 ? answer : other
    })
    return mutant(rule, 'precedence', 'which of several refusals comes changes from time to time', flapping)
  }),
  ...['CHA-09', 'CHA-10'].map((rule) =>
    mutant(
      rule,
      'precedence',
      'a request that breaks two rules slips through',
      around(async (call, next) => {
        const answer = await next(call)
        const { errorCode } = answer.body
        if (call.operation !== 'chat.trigger' || answer.status !== 400) return answer
        const rest = await next(withBody(call, without(call.body)))
        const two = rest.status >= 400 && rest.body.errorCode !== errorCode
        return two ? pretend(call) : answer
      }),
    ),
  ),
  mutant('ISO-01', 'isolation', 'a session is found in every workspace', lookingNextDoor('session.get', 404)),
  mutant('ISO-02', 'isolation', 'a conversation goes on in another workspace', lookingNextDoor('chat.trigger', 403)),
  mutant(
    'ISO-03',
    'isolation',
    'channels are shared',
    lookingNextDoor('chat.trigger', 404, (body) => 'communicationChannel' in body),
  ),
  mutant(
    'ISO-01',
    'isolation',
    'a key ending in the same letters opens the other workspace',
    around(async (call, next) => next(call.operation === 'session.get' ? withKey(call, keys.own) : call)),
  ),
  {
    ...mutant('AUT-18', 'too strict', 'the header counts in lower case alone', (service) => service),
    wrapSend: headerLost(/^x-api-key$/),
  },
  {
    ...mutant('AUT-18', 'too strict', 'the header counts in capitals alone', (service) => service),
    wrapSend: headerLost(/^(x-api-key|X-API-KEY)$/),
  },
  ...(
    [
      ['HST-01', 'session.get', 'base'],
      ['HST-02', 'chat.trigger', 'base'],
      ['HST-04', 'workflow.call', 'workflow'],
      ['HST-04', 'workflow.delete', 'workflow'],
      ['HST-04', 'blueprints.get', 'workflow'],
      ['HST-04', 'node.trigger', 'workflow'],
    ] as const
  ).map(([rule, operation, side]) =>
    mutant(
      rule,
      'dropped',
      `${operation} is not served by the ${side} host`,
      refuses(operation, '404 notFound', (_, call) => call.side === side),
    ),
  ),
  mutant(
    'HST-03',
    'dropped',
    'calls are not served by the base host',
    refuses('call.trigger', '404 notFound', (_, { side }) => side === 'base'),
  ),
  mutant(
    'HST-03',
    'dropped',
    'calls are not served by the workflow host',
    refuses('call.trigger', '404 notFound', (_, { side }) => side === 'workflow'),
  ),
  mutant(
    'HST-03',
    'default',
    'calls over the workflow host have another priority',
    around(async (call, next) =>
      next(
        call.operation === 'call.trigger' && call.side === 'workflow'
          ? withBody(call, { ...call.body, callPriority: 50 })
          : call,
      ),
    ),
  ),
  mutant(
    'NOD-09',
    'dropped',
    'the node is served under /api too',
    around(async (call, next) =>
      next(call.path === '/api/workflow/trigger' ? { ...call, path: '/workflow/trigger' } : call),
    ),
  ),
  mutant(
    'ISO-02',
    'code',
    'a foreign conversation counts as a fault',
    around(async (call, next) => {
      const answer = await next(call)
      return answer.body.errorCode === 'forbidden' ? refusal(500, 'internalError') : answer
    }),
  ),
]

/** A body without the members that would be refused first: times and working hours. */
function without({ scheduleTime: _, startWorkingHour: _s, endWorkingHour: _e, ...body }: JsonObject): JsonObject {
  return isJsonObject(body) ? body : {}
}
