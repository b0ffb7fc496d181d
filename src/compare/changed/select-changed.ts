import { toNormalForm } from '../../base/text/normal-form.ts'
import { hashName, type TouchedParts } from '../../engine/verdict/touched.ts'
import type { StateDifference } from './find-differences.ts'

export interface ChangeCandidate {
  /** What differs between its agents on the two sides: the same objects for all conversations of an agent. */
  differences: readonly StateDifference[]
  /** The agents whose differences are known: its own, and those that may take over. */
  known: ReadonlySet<string>
  /** What it touched the last times with the script and the agent of side a as they are; null where that is not known. */
  record: TouchedParts | null
  /** What it says and expects, with the names of tools as they are written. */
  script: string
}

/** Why a conversation runs, with what that is for a person: unknown, touches a difference, or one concerns all. */
interface ChosenBy {
  why: 'unknown' | 'everything' | 'touched'
  differs: string[]
}

/** Chooses what may come out differently, else null; a difference that none touches chooses all of its agent. */
export function selectChanged(candidates: readonly ChangeCandidate[]): (ChosenBy | null)[] {
  const touched = new Set(
    candidates.flatMap((each) => each.differences.filter((difference) => isTouchedBy(difference, each))),
  )
  return candidates.map((each) => {
    const hashes = new Set([...each.known].map(hashName))
    if (each.record === null || each.record.agents.some((hash) => !hashes.has(hash))) return chosenBy('unknown', [])
    const ofAll = each.differences.filter((difference) => difference.touches === null || !touched.has(difference))
    if (ofAll.length > 0) return chosenBy('everything', ofAll)
    const own = each.differences.filter((difference) => isTouchedBy(difference, each))
    return own.length > 0 ? chosenBy('touched', own) : null
  })
}

function chosenBy(why: ChosenBy['why'], differences: readonly StateDifference[]): ChosenBy {
  return { why, differs: [...new Set(differences.map(({ what }) => what))] }
}

/** Whether it called one of the tools or heard one of the agents, or its script names one. */
function isTouchedBy({ touches }: StateDifference, { record, script }: ChangeCandidate): boolean {
  if (touches === null) return true
  const names = [...touches.tools, ...touches.agents]
  const text = toNormalForm(script, 'NFC')
  return names.some((name) => text.includes(name)) || (record !== null && isRecorded(touches, record))
}

function isRecorded({ tools, agents }: NonNullable<StateDifference['touches']>, record: TouchedParts): boolean {
  const isIn = (names: readonly string[], hashes: readonly string[]): boolean =>
    names.some((name) => hashes.includes(hashName(name)))
  return isIn(tools, record.tools) || isIn(agents, record.agents)
}
