import type { QueueConnection } from './connection.ts'
import type { RunKeys } from './run-keys.ts'

/** What is heard of a run. */
interface Ears {
  /** A result came, once or again, as the queue has it. */
  onResult(fields: readonly string[]): void
  /** A conversation began. */
  onBegun(key: string): void
  /** A turn of it left, the how manieth since it began. */
  onSent(key: string, turn: number): void
  /** A worker cannot carry out a conversation, and leaves it to others. */
  onLeft(why: string): void
  /** What lay there for a conversation was not what the run had put there. */
  onWrong(key: string): void
}

/** A run that is listened to. */
interface Hearing {
  /** When anything was heard last, by `performance.now()`. */
  heardAt(): number
  /** The name of the last result that was read, as Redis names it. */
  last(): string
  /** Results are read from the first one on, since Redis has no earlier ones any more. */
  startOver(): void
  end(): Promise<void>
}

/** Reads the results of a run, those that are there already first, and hears what its workers do. */
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
