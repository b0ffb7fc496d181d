import { createHash } from 'node:crypto'

/** `answers`: judges' answers by question. `asking`: the questions under way, and how many. `events` is a channel. */
const parts = ['bundle', 'fences', 'marks', 'done', 'results', 'answers', 'asking', 'events'] as const

/** `over` is set once somebody reported the run and took it off the queue. */
export type RunKeys = Record<(typeof parts)[number] | 'run' | 'over', string>

export function keysOf(run: string): RunKeys {
  const own = Object.fromEntries(parts.map((part) => [part, `tableread:run:${run}:${part}`]))
  return { run: `tableread:run:${run}`, over: `tableread:over:${run}`, ...own } as RunKeys
}

/** The keys stored while the run is on the queue. */
export function storedKeys({ events: _, over: __, ...stored }: RunKeys): string[] {
  return Object.values(stored)
}

/** The queued runs: a hash of run notes by name. */
export const runsKey = 'tableread:runs'
/** The present workers: a hash by name of what each reports about itself, as JSON. */
export const workersKey = 'tableread:workers'
/** The rank that conversations of a priority have reached: later runs start from there. */
export function ranksKey(priority: number): string {
  return `tableread:ranks:${priority}`
}
/** The channel that announces cancelled runs to all workers. */
export const cancelChannel = 'tableread:cancel'

/** The limit of a service, by its origin, or of a run whose workers each have a local service. */
export function limitKey(target: string | null, run: string): string {
  return `tableread:limit:${target === null ? `run ${run}` : new URL(target).origin}`
}

/** A short name for a conversation of a run, for keys and jobs. */
export function shortKey(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 20)
}

export interface ConversationAt {
  run: string
  epoch: string
  key: string
}

export function jobName({ run, epoch, key }: ConversationAt): string {
  return `${run}-${epoch}-${key}`
}

/** Parsed from its name, which cannot change without being another job; null for a job of another program. */
export function readJobName(name: string): ConversationAt | null {
  const [, run, epoch, key] = /^(.+)-([0-9a-f]+)-([0-9a-f]+)$/.exec(name) ?? []
  return run === undefined || epoch === undefined || key === undefined ? null : { run, epoch, key }
}

/** How long a run stays that nobody follows or works on, in seconds. */
export const runLasts = 86_400
