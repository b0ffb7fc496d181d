import { readSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { ConcludedConversation, PerformJournal } from '../../engine/perform/perform.ts'
import type { Conceal } from '../../engine/verdict/conceal.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { findCrash } from '../../engine/verdict/find-crash.ts'
import { maySettle } from '../../engine/verdict/script-slips.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { fingerprintPlan, type LinesOf, type MarksOf } from './fingerprint-plan.ts'
import type { JournalEntry, JournalPlace } from './read-journal.ts'
import { type ConcludedRecord, decodeLine, encodeLine } from './record.ts'

/** The finished conversations of a run, in a file that outlives the process. */
export interface Journal extends PerformJournal {
  /** The complete result of a conversation, where the run itself kept only what its totals need. */
  wholeOf(result: ConversationResult): ConversationResult
  /** Whether everything judged so far is in the file, or will be. */
  keeps(): boolean
  /** How many of the performances begun so far it has no verdict of, and of how many something has to be mended first. */
  open(): WithoutVerdict
  /** Waits for the disk, and deletes the file if nothing is left to do. Never rejects; may be called again. */
  close(finished: boolean): Promise<void>
}

/** How many performances have no verdict: those that may get one, and those whose script, or the agent's own code, has to be mended first. */
export interface WithoutVerdict {
  open: number
  broken: number
}

export interface JournalOptions extends MarksOf {
  /** Gives the lines of plans in their files, which show whether a plan changed. */
  linesOf: LinesOf
  /** Redacts results that an earlier run kept, by what is known to be private today. */
  conceal?: Conceal
  /** Called once, with the reason why nothing more can be written. */
  onTrouble: (error: Error) => void
}

/** An open file to append to: its size, and which conversations it holds. */
export interface JournalFile {
  path: string
  file: FileHandle
  size: number
  entries: Map<string, JournalEntry>
}

/** Appends lines to a file durably. Callers of `append` never wait for the disk. */
interface Appender {
  append(line: Buffer): void
  /** Resolves once everything appended is on the disk, or after trouble. Never rejects. */
  settle(): Promise<void>
}

/** What an appender writes to: a file opened for appending. */
export type AppendFile = Pick<FileHandle, 'writeFile' | 'datasync'>

/** The pause between syncs, in milliseconds: a crash loses at most the results of this interval. */
const restMs = 25

/** Lines that arrive during a write or pause go out together; after the first error (`onTrouble`) none is written. */
export function appendLines(
  file: AppendFile,
  { onSaved, onTrouble }: { onSaved: (lines: number) => void; onTrouble: (error: Error) => void },
): Appender {
  let waiting: Buffer[] = []
  let writing: Promise<void> | null = null
  let broken = false
  let hurry: (() => void) | null = null
  let settling = false
  const rest = (): Promise<void> =>
    new Promise((rested) => {
      const timer = setTimeout(rested, settling ? 0 : restMs)
      hurry = () => {
        clearTimeout(timer)
        rested()
      }
    })
  const write = async (): Promise<void> => {
    while (waiting.length > 0 && !broken) {
      const lines = waiting
      waiting = []
      try {
        await file.writeFile(Buffer.concat(lines))
        await file.datasync()
        onSaved(lines.length)
        await rest()
      } catch (error) {
        broken = true
        onTrouble(error as Error)
      }
    }
    waiting = []
    writing = null
  }
  return {
    append(line) {
      if (broken) return
      waiting.push(line)
      writing ??= Promise.resolve().then(write)
    },
    settle: async () => {
      settling = true
      hurry?.()
      while (writing !== null) await writing
      settling = false
    },
  }
}

/** Verdicts worth another try: not judged, spoilt by a broken script or its environment, or never run. */
const unjudged: readonly Verdict[] = ['errored', 'broken', 'not reached', 'unsafe']

/** What the other results of its run may yet judge counts as judged. */
const isUnjudged = (result: ConversationResult): boolean => unjudged.includes(result.verdict) && !maySettle(result)

/** Keeps a journal that is open. `first` is the line to begin with. */
export function holdJournal(
  { path, file, size, entries }: JournalFile,
  first: Buffer,
  { linesOf, conceal, onTrouble, ...marks }: JournalOptions,
): Journal {
  /** Results of an earlier run that this one does not judge again, each with its plan once it was looked up. */
  const earlier = new Map(Array.from(entries, ([name, { hash }]) => [name, { hash, plan: null as Plan | null }]))
  const places = new Map<string, JournalPlace>(entries)
  let end = size
  let broken = false
  let closed = false
  /** How often plans were performed that were not performed once, and the performances without a verdict. */
  const repeats = new Map<string, number>()
  const open = new Set<string>()
  const spoilt = new Set<string>()
  /** Lines appended but not yet on the disk, oldest first; after trouble, every line from then on. */
  const unsaved = new Map<string, Buffer>()
  const appender = appendLines(file, {
    onSaved(lines) {
      for (const plan of [...unsaved.keys()].slice(0, lines)) unsaved.delete(plan)
    },
    onTrouble(error) {
      broken = true
      onTrouble(error)
    },
  })
  const append = (name: string, line: Buffer): JournalPlace => {
    unsaved.set(name, line)
    appender.append(line)
    const at = end
    end += line.length
    return { at, length: line.length - 1 }
  }
  const read = (plan: string): ConcludedRecord | null => {
    const place = places.get(plan)
    if (place === undefined) return null
    const waiting = unsaved.get(plan)
    const line = waiting?.subarray(0, -1) ?? Buffer.alloc(place.length)
    if (waiting === undefined) readSync(file.fd, line, 0, place.length, place.at)
    const record = (decodeLine(line) as unknown as ConcludedRecord | undefined) ?? null
    const before = earlier.get(plan)
    if (record === null || conceal === undefined || before === undefined) return record
    return { ...record, result: conceal.conversation(record.result, before.plan) }
  }
  const keep = (plan: Plan, name: string, { result, attempts }: ConcludedConversation): void => {
    earlier.delete(name)
    if (result.verdict === 'broken' || findCrash(result) !== null) spoilt.add(name)
    if (isUnjudged(result)) return
    open.delete(name)
    spoilt.delete(name)
    try {
      const hash = fingerprintPlan(plan, linesOf, marks)
      const record: ConcludedRecord = { plan: name, hash, attempts, result }
      places.set(name, append(name, encodeLine(record)))
    } catch (error) {
      places.delete(name)
      if (!broken) onTrouble(error as Error) // for example, a result longer than the longest possible string
      broken = true
    }
  }
  const wasBegun = (id: string): boolean => open.has(id) || (places.has(id) && earlier.get(id)?.plan !== null)
  const holds = (result: ConversationResult): boolean => !isUnjudged(result) && places.has(result.id)
  append('', first)
  return {
    begin(plan) {
      const times = wasBegun(plan.id) ? (repeats.get(plan.id) ?? 1) + 1 : 1
      if (times > 1) repeats.set(plan.id, times)
      const name = times === 1 ? plan.id : `${plan.id} run ${times}`
      const before = earlier.get(name)
      if (before !== undefined) before.plan = plan
      const conclusion = before?.hash === fingerprintPlan(plan, linesOf, marks) ? read(name) : null
      if (conclusion === null) open.add(name)
      return { earlier: conclusion, keep: (concluded) => keep(plan, name, concluded) }
    },
    holds,
    wholeOf: (result) => (holds(result) ? (read(result.id)?.result ?? result) : result),
    keeps: () => !broken,
    open: () => ({ open: open.size - spoilt.size, broken: spoilt.size }),
    async close(finished) {
      if (closed) return
      closed = true
      try {
        try {
          await appender.settle()
        } finally {
          await file.close()
        }
        if (finished) rmSync(path, { force: true })
      } catch (error) {
        if (!broken) onTrouble(error as Error)
        broken = true
      }
    },
  }
}

/** The id of the plan that a performance is of. */
export function planOf(name: string): string {
  return name.replace(/ run \d+$/, '')
}
