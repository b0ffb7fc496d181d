import type { QueueConnection } from '../connection.ts'
import type { RunKeys } from '../run-keys.ts'

interface Ears {
  /** Asked before results are handed over: only the process that the run belongs to may use them. */
  isOurs(): Promise<boolean>
  /** A result arrived, possibly for the second time; `fields` are those of its stream entry. */
  onResult(fields: readonly string[]): void
  onBegun(key: string): void
  /** A turn was sent, counted from 1 since the conversation began. */
  onSent(key: string, turn: number): void
  /** A worker cannot carry out a conversation, and leaves it to others. */
  onLeft(why: string): void
  onWrong(key: string): void
}

export interface Hearing {
  /** When the last event arrived, by `performance.now()`. */
  heardAt(): number
  /** The stream id of the last result read. */
  last(): string
  /** Reads results from the first one again, since Redis lost the earlier ones. */
  startOver(): void
  end(): Promise<void>
}

/** When to read again after Redis refused to, in milliseconds. */
const againMs = 500

/** Reads the results of a run, starting with existing ones, and listens to its workers' events. */
export async function hearRun(connection: QueueConnection, keys: RunKeys, ears: Ears): Promise<Hearing> {
  let [last, heardAt, ended] = ['0', performance.now(), false]
  const reader = connection.duplicate()
  const readSome = async (): Promise<void> => {
    const from = last
    const batches = await reader.xread('COUNT', 200, 'BLOCK', 500, 'STREAMS', keys.results, from)
    if (batches == null || !(await ears.isOurs())) return
    for (const [id, fields] of batches[0]?.[1] ?? []) {
      heardAt = performance.now()
      if (last === from || last !== '0') last = id
      ears.onResult(fields)
    }
  }
  const read = async (): Promise<void> => {
    while (!ended) {
      try {
        await readSome()
      } catch {
        if (reader.status === 'end') return
        await new Promise((resolve) => setTimeout(resolve, againMs)) // Redis refuses something, for now
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
  const reading = read()
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
