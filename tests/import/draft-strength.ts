import type { ImportedTalks } from '../../src/import/sessions/import-talks.ts'
import type { Recording } from '../../src/service/workspace/recordings-file.ts'
import { createPick } from '../corpus/pick.ts'
import { type Change, change, changes } from './mutate-recording.ts'
import { plansOf, replayRecordings } from './replay-recordings.ts'

/** How many changes of a kind were made, and how many of them made the draft fail; `missed` names the others. */
export interface Noticed {
  made: number
  noticed: number
  missed: string[]
}

/**
 * Makes one change of each kind in every recording of an import, `times` times, and runs the drafts against
 * the changed recordings. A draft is as good as what it notices.
 */
export async function measureStrength(
  { text, recordings }: ImportedTalks,
  { seed, times }: { seed: number; times: number },
): Promise<Record<Change, Noticed>> {
  const once = plansOf(text)
  const plans = Array.from({ length: times }, () => once).flat()
  const pick = createPick(seed)
  const trials = plans.flatMap((plan, index) =>
    changes.flatMap((kind) => {
      const recorded = recordings[index % recordings.length]
      const recording = recorded === undefined ? null : change(recorded, kind, pick)
      return recording === null ? [] : [{ plan, recorded, recording, kind }]
    }),
  )
  const results = await replayRecordings(trials)
  const strength = Object.fromEntries(changes.map((kind) => [kind, { made: 0, noticed: 0, missed: [] as string[] }]))
  for (const [index, { kind, recorded, recording }] of trials.entries()) {
    const count = strength[kind] as Noticed
    count.made += 1
    if (results[index]?.verdict === 'failed') count.noticed += 1
    else count.missed.push(`${recording.id}: ${results[index]?.verdict}: ${aroundChange(recorded, recording)}`)
  }
  return strength as Record<Change, Noticed>
}

/** The text around the first difference between a recording and its original. */
function aroundChange(before: unknown, after: Recording): string {
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)]
  const at = [...other].findIndex((character, index) => character !== one[index])
  return `…${one.slice(Math.max(0, at - 40), at + 40)}… > …${other.slice(Math.max(0, at - 40), at + 40)}…`
}

/** One line per kind, such as `dropped call 97.1 % (34 of 35)`. */
export function describeStrength(strength: Record<Change, Noticed>): string {
  return changes
    .map((kind) => {
      const { made, noticed } = strength[kind]
      return `${kind.padEnd(16)} ${made === 0 ? 'none' : `${((100 * noticed) / made).toFixed(1)} % (${noticed} of ${made})`}`
    })
    .join('\n')
}
