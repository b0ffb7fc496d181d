import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import type { ModuleExport } from '../../workspace/agent.ts'
import {
  AgentError,
  type AgentFunction,
  type AgentPart,
  type AgentTurn,
  factsOf,
} from '../../workspace/agent-function.ts'
import { createHistorySender } from './histories.ts'
import type { FromExchange, ToThread } from './messages.ts'
import { openQueue, type PartQueue } from './part-queue.ts'
import { CodeThrew, readThrown } from './read-thrown.ts'

/** Receives the messages of one exchange, until no more can come. */
export interface AgentExchange {
  hear(message: FromExchange): void
  fail(error: Error): void
}

/** The connection to the thread. After the thread has ended, or to an exchange that is shut, messages are dropped. */
export interface ThreadLine {
  open(exchange: AgentExchange): number
  isOpen(id: number): boolean
  shut(id: number): void
  /** Shuts an exchange that is still running in the thread. */
  stop(id: number): void
  say(message: ToThread): void
  /** Hands over the history that the thread is blocked on. */
  hand(id: number, history: string | null): void
}

/** Agents of the thread by the place of their function; `tools` (JSON) are those the thread can answer itself. */
export function farAgents(line: ThreadLine): (place: ModuleExport, tools: string) => AgentFunction {
  const tell = createHistorySender()
  const looking = new Set<string>() // agents that have read their history before: they get it unasked
  const numbers = new Map<string, number>()
  const numberOf = (tools: string): number => {
    const toolsNumber = numbers.get(tools)
    if (toolsNumber !== undefined) return toolsNumber
    const number = numbers.size + 1
    numbers.set(tools, number)
    line.say({ kind: 'tools', number, tools })
    return number
  }
  return (place, tools) => (turn) => {
    const { sessionId, agentName } = turn
    const key = `${place.file}#${place.name}`
    const history = looking.has(key) ? tell(sessionId, turn.history) : null
    const facts = JSON.stringify(factsOf(turn))
    const queue = openQueue<FromExchange>()
    const id = line.open({
      hear(exchange) {
        if (exchange.kind !== 'history') return queue.push(exchange)
        looking.add(key)
        try {
          line.hand(id, JSON.stringify(turn.history).slice(1, -1))
        } catch (error) {
          line.hand(id, null)
          queue.end(error)
        }
      },
      fail: queue.end,
    })
    line.say({ kind: 'turn', id, place, sessionId, agentName, facts, history, tools: numberOf(tools) })
    return hearOut(line, id, turn, queue)
  }
}

/** Everything an agent does in a turn. A call waits until the caller has taken everything the agent did before it. */
function hearOut(
  line: ThreadLine,
  id: number,
  { state, call }: AgentTurn,
  queue: PartQueue<FromExchange>,
): AsyncIterableIterator<AgentPart, undefined> {
  const answer = (request: Extract<FromExchange, { kind: 'call' }>): void => {
    const reply = (outcome: string | null, refused = ''): void => {
      if (line.isOpen(id)) line.say({ kind: 'outcome', id, call: request.call, outcome, refused })
    }
    call(request.name, JSON.parse(request.given) as JsonObject).then(
      (outcome) => reply(JSON.stringify(outcome)),
      (error: unknown) => reply(null, readThrown(error).words),
    )
  }
  const deeds: JsonValue[] = []
  const hearings: Promise<unknown>[] = [] // calls whose outcome the thread already knew
  const settle = async (): Promise<void> => {
    if (hearings.length > 0) await Promise.all(hearings.splice(0))
  }
  let behind: FromExchange | null = null
  const ended = { done: true as const, value: undefined }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      for (;;) {
        for (let deed = deeds.shift(); deed !== undefined; deed = deeds.shift()) {
          const [name, value, beside] = Array.isArray(deed) ? deed : [null, deed]
          if (beside !== true) await settle()
          if (name === null) return { done: false, value: value as unknown as AgentPart }
          hearings.push(call(String(name), value as JsonObject))
        }
        const last = behind
        behind = null
        if (last?.kind !== 'call' || !last.beside) await settle()
        if (last?.kind === 'call') answer(last)
        if (last?.kind === 'failed') {
          line.shut(id)
          throw new CodeThrew(last.thrown)
        }
        if (last?.kind === 'done') {
          line.shut(id)
          for (const key of Object.keys(state)) delete state[key]
          Object.assign(state, JSON.parse(last.state))
          return ended
        }
        await settle()
        behind = await queue.next()
        if (behind !== null && 'deeds' in behind) deeds.push(...(JSON.parse(behind.deeds) as JsonValue[]))
      }
    },
    async return() {
      line.stop(id)
      queue.end(new AgentError('the turn was given up'))
      return ended
    },
  }
}
