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
    const known = numbers.get(tools)
    if (known !== undefined) return known
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
    const came = openQueue<FromExchange>()
    const id = line.open({
      hear(heard) {
        if (heard.kind !== 'history') return came.push(heard)
        looking.add(key)
        try {
          line.hand(id, JSON.stringify(turn.history).slice(1, -1))
        } catch (error) {
          line.hand(id, null)
          came.end(error)
        }
      },
      fail: came.end,
    })
    line.say({ kind: 'turn', id, place, sessionId, agentName, facts, history, tools: numberOf(tools) })
    return hearOut(line, id, turn, came)
  }
}

/** Everything an agent does in a turn. A call waits until the caller has taken everything the agent did before it. */
function hearOut(
  line: ThreadLine,
  id: number,
  { state, call }: AgentTurn,
  came: PartQueue<FromExchange>,
): AsyncIterableIterator<AgentPart, undefined> {
  const answer = (asked: Extract<FromExchange, { kind: 'call' }>): void => {
    const reply = (outcome: string | null, refused = ''): void => {
      if (line.isOpen(id)) line.say({ kind: 'outcome', id, call: asked.call, outcome, refused })
    }
    call(asked.name, JSON.parse(asked.given) as JsonObject).then(
      (outcome) => reply(JSON.stringify(outcome)),
      (error: unknown) => reply(null, readThrown(error).words),
    )
  }
  const deeds: JsonValue[] = []
  const known: Promise<unknown>[] = [] // calls whose outcome the thread already knew
  const settle = async (): Promise<void> => {
    if (known.length > 0) await Promise.all(known.splice(0))
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
          const [name, given, beside] = Array.isArray(deed) ? deed : [null, deed]
          if (beside !== true) await settle()
          if (name === null) return { done: false, value: given as unknown as AgentPart }
          known.push(call(String(name), given as JsonObject))
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
        behind = await came.next()
        if (behind !== null && 'deeds' in behind) deeds.push(...(JSON.parse(behind.deeds) as JsonValue[]))
      }
    },
    async return() {
      line.stop(id)
      came.end(new AgentError('the turn was given up'))
      return ended
    },
  }
}
