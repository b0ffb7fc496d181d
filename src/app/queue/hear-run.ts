import type { QueueConnection } from './connection.ts'
import type { RunKeys } from './run-keys.ts'

/** Callbacks for a run's events. */
interface Ears {
  /** A result arrived, possibly for the second time; `fields` are those of its stream entry. */
  onResult(fields: readonly string[]): void
  /** A conversation began. */
  onBegun(key: string): void
  /** A turn was sent, counted from 1 since the conversation began. */
  onSent(key: string, turn: number): void
  /** A worker cannot carry out a conversation, and leaves it to others. */
  onLeft(why: string): void
  /** A job's data is not what the run had stored. */
  onWrong(key: string): void
}

/** A subscription to a run. */
interface Hearing {
  /** When the last event arrived, by `performance.now()`. */
  heardAt(): number
  /** The stream id of the last result read. */
  last(): string
  /** Reads results from the first one again, since Redis lost the earlier ones. */
  startOver(): void
  end(): Promise<void>
}

/** Reads the results of a run, starting with existing ones, and listens to its workers' events. */
export async function hearRun(connection: QueueConnection, keys: RunKeys, ears: Ears): Promise<Hearing> {
  let [last, heardAt, ended] = ['0', performance.now(), false]
  const reader = connection.duplicate()
  const read = async (): Promise<void> => {
    while (!ended) {
      const from = last
      const came = await reader.xread('COUNT', 200, 'BLOCK', 500, 'STREAMS', keys.results, from)
      for (const [id, fields] of came?.[0]?.[1] ?? []) {
        heardAt = performance.now()
        if (last === from || last !== '0') last = id
        ears.onResult(fields)
      }
    }
  }
  const listener = connection.duplicate()
  listener.on('message', (_, word: string) => {
    heardAt = performance.now()
    const [what, key = '', turn] = word.split(' ')
    if (what === 'left') ears.onLeft(word.slice('left '.length))
    else if (what === 'wrong') ears.onWrong(key)
    else if (what === 'sent') ears.onSent(key, Number(turn))
    else ears.onBegun(key)
  })
  await listener.subscribe(keys.events)
  const reading = read().catch(() => {}) // the connection was closed
  return {
    heardAt: () => heardAt,
    last: () => last,
    startOver() {
      last = '0'
    },
    async end() {
      ended = true
      await reading
    },
  }
}
