import fc from 'fast-check'
import type { Edit } from './typed/edit.ts'

export interface Shrunk {
  edits: Edit[]
  /** Whether every smaller set that had to be tried was tried. */
  complete: boolean
}

/** The fewest edits that still differ, by fast-check's shrinker; `differs` gives null when no turn is left for it. */
export async function shrinkEdits(
  edits: readonly Edit[],
  differs: (edits: readonly Edit[]) => Promise<boolean | null>,
): Promise<Shrunk> {
  if (edits.length < 2) return { edits: [...edits], complete: true }
  const tried = new Map<string, boolean>()
  let complete = true
  const property = fc.asyncProperty(fc.subarray([...edits]), async (some) => {
    if (some.length === 0) return true // the original
    if (some.length === edits.length) return false // it differs with all of them
    const key = some.map((edit) => edits.indexOf(edit)).join()
    const hasFailed = tried.get(key)
    if (hasFailed !== undefined) return !hasFailed
    if (!complete) return true
    const answer = await differs(some)
    complete = answer !== null
    tried.set(key, answer === true)
    return answer !== true
  })
  const { counterexample } = await fc.check(property, { seed: 1, numRuns: 1, examples: [[[...edits]]] })
  return { edits: counterexample?.[0] ?? [...edits], complete }
}
