import { createHash } from 'node:crypto'
import { groupBy } from '../../base/group-by.ts'
import type { JsonValue } from '../../base/json/json.ts'
import type { Origin, TestCase } from '../sessions/talk.ts'
import { addToolRuns } from './add-tool-runs.ts'
import { extend, historyOf, overlapOf, type PieceHistory, repeatsHistory } from './same-history.ts'
import { lose, type ModelExchange, type TracePiece } from './trace.ts'

/** A conversation put together from everything that traces recorded of it. */
export interface TracedConversation {
  /** Null where the trace does not name it. */
  id: string | null
  agent: string | null
  pieces: TracePiece[]
  told: JsonValue[]
  test: TestCase | null
  origin: () => Origin
}

/** Puts conversations together: a trace repeats the history with each call, so only the new part is taken. */
export function assemble(exchanges: readonly ModelExchange[]): TracedConversation[] {
  const units = unitsOf(exchanges)
  const unitsByName = new Map<string, Unit[]>()
  const order: (() => TracedConversation)[] = []
  const unnamed = new Map<string, Unit[]>()
  for (const unit of inTime(units)) {
    const { conversation, test } = unit
    if (test !== null) {
      order.push(() => finish(conversation, [unit], fold([unit])))
      continue
    }
    if (conversation !== null) {
      const unitsOfTalk = unitsByName.get(conversation)
      if (unitsOfTalk !== undefined) unitsOfTalk.push(unit)
      else {
        const list = [unit]
        unitsByName.set(conversation, list)
        order.push(() => finish(conversation, list, fold(list)))
      }
      continue
    }
    const digests = digestsOf(unit.history)
    const before = longestBefore(unnamed, unit.history, digests)
    const list = before === undefined ? [unit] : before.entry
    if (before !== undefined) {
      list.push(unit)
      unnamed.delete(before.key)
    } else order.push(() => finish(null, list, fold(list)))
    unnamed.set(digests.at(-1) ?? '', list)
  }
  return order.map((make) => make()).filter(({ pieces }) => pieces.length > 0)
}

/** Everything that belongs to one turn or trace. */
interface Unit {
  conversation: string | null
  startMs: number | null
  agent: string | null
  history: PieceHistory
  /** Whether the input of the first exchange repeats what was said before. */
  repeats: boolean
  tools: ModelExchange['tools']
  told: JsonValue[]
  test: TestCase | null
  origin: () => Origin
}

function unitsOf(exchanges: readonly ModelExchange[]): Unit[] {
  let alone = 0
  const keyOf = ({ conversation, unit }: ModelExchange): string =>
    unit === null ? `alone ${alone++}` : JSON.stringify([conversation, unit])
  return groupBy(exchanges, keyOf).map((group) => {
    const sorted = inTime(group)
    const first = sorted.find(({ input }) => input.length > 0) ?? sorted[0]
    const main = mainThread(sorted)
    return {
      conversation: group[0].conversation,
      startMs: first?.startMs ?? null,
      agent: group.find(({ agent }) => agent !== null)?.agent ?? null,
      history: main,
      repeats: first !== undefined && repeatsHistory(first.input),
      tools: sorted.flatMap(({ tools }) => tools),
      told: [...new Set(sorted.flatMap(({ told }) => told))],
      test: group[0].test,
      origin: group[0].origin,
    }
  })
}

/** Sorts by time where every time is known; otherwise keeps the order in which they were found. */
function inTime<T extends { startMs: number | null }>(items: readonly T[]): T[] {
  if (items.some(({ startMs }) => startMs === null)) return [...items]
  return items.toSorted((one, two) => (one.startMs ?? 0) - (two.startMs ?? 0))
}

/** A chain of model calls, each of which continues where an earlier one ended. */
interface Thread {
  history: PieceHistory
  calls: number
  /** Whether it began as another answer to the same input as an earlier thread. */
  branch: boolean
}

/** The conversation among a turn's model calls; others, as for a title, lead nowhere and are counted in a note. */
function mainThread(exchanges: readonly ModelExchange[]): PieceHistory {
  const threads: Thread[] = []
  const aside: TracePiece[] = []
  for (const { input, output, agent, startMs, endMs } of exchanges) {
    if (historyOf([...input, ...output]).keys.length === 0) {
      aside.push(...input, ...output)
      continue
    }
    const request = input.map((piece) => ({ ...piece, at: piece.at ?? startMs }))
    const answered = output.map((piece) => ({ ...piece, at: piece.at ?? endMs, agent: piece.agent ?? agent }))
    if (!goesOn(threads, request, answered))
      threads.push({ history: historyOf([...request, ...answered]), calls: 1, branch: false })
  }
  const size = ({ history, branch }: Thread): number => history.keys.length + (branch ? 0.5 : 0)
  const [main, ...beside] = threads.toSorted((one, two) => size(two) - size(one))
  if (main === undefined) return historyOf(aside)
  const length = beside.reduce((sum, { calls }) => sum + calls, 0)
  const calls = Array.from({ length }, () => lose('model call', 'beside the conversation'))
  return extend(main.history, [...calls, ...aside])
}

function goesOn(threads: Thread[], request: TracePiece[], answered: TracePiece[]): boolean {
  for (const thread of threads.toReversed()) {
    const overlap = overlapOf(thread.history, request)
    if (overlap.kind === 'none') continue
    if (overlap.kind === 'goes on') {
      thread.history = extend(thread.history, [...overlap.fresh, ...answered])
      thread.calls += 1
      return true
    }
    const { keys } = thread.history
    if (historyOf(answered).keys.every(({ key }, index) => keys[overlap.length + index]?.key === key)) return true
    threads.push({ history: historyOf([...request, ...answered]), calls: 1, branch: true })
    return true
  }
  return false
}

/** The pieces of all turns of a conversation, in order. */
function fold(units: readonly Unit[]): TracePiece[] {
  let whole = historyOf([])
  for (const { history, repeats } of inTime(units)) {
    const overlap = repeats ? overlapOf(whole, history.pieces) : { kind: 'none' as const }
    if (overlap.kind === 'none') whole = extend(whole, history.pieces)
    else if (overlap.kind === 'goes on') whole = extend(whole, overlap.fresh)
    else whole = extend(whole, [lose('model call', 'beside the conversation')])
  }
  return addToolRuns(
    whole.pieces,
    units.flatMap(({ tools }) => tools),
  )
}

function finish(id: string | null, units: readonly Unit[], pieces: TracePiece[]): TracedConversation {
  const agent = units.find((unit) => unit.agent !== null)?.agent ?? null
  const remarks = units.flatMap((unit) => unit.told)
  const test = units[0]?.test ?? null
  return {
    id,
    agent,
    pieces,
    test,
    told: remarks,
    origin: units[0]?.origin ?? (() => ({ file: '', line: 1, column: 1 })),
  }
}

/** For each length of a history, a digest of the history up to there. */
function digestsOf({ keys }: PieceHistory): string[] {
  let before = ''
  return keys.map(({ key }) => {
    before = createHash('sha256').update(before).update(key).digest('base64')
    return before
  })
}

/** The longest conversation without an id that a history continues, which holds the answer the last one lacked. */
function longestBefore<T>(
  valueByKey: ReadonlyMap<string, T>,
  { keys }: PieceHistory,
  digests: readonly string[],
): { key: string; entry: T } | undefined {
  for (let length = keys.length - 1; length > 0; length -= 1) {
    const key = digests[length - 1] ?? ''
    const isUser = (index: number): boolean => keys[index]?.key.startsWith('["user"') === true
    const entry = isUser(length - 1) && isUser(length) ? undefined : valueByKey.get(key)
    if (entry !== undefined) return { key, entry }
  }
  return undefined
}
