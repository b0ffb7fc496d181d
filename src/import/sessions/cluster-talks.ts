import { pairCalls } from '../../engine/transcript/tool-call.ts'
import type { Talk } from './talk.ts'

/** Talks that went the same way: the same agent, the same tools in the same order and phases, with the same failures. */
export interface Cluster {
  path: string
  /** Those that stand for it, at least one. */
  kept: Talk[]
  /** How many there are, those that stand for it among them. */
  count: number
}

/** Groups talks by their path of calls, in the order in which each path first comes, and keeps `keep` of each: those of middling length first. */
export function clusterTalks(talks: readonly Talk[], keep: number): Cluster[] {
  const groups = new Map<string, Talk[]>()
  for (const talk of talks) {
    const key = JSON.stringify([talk.session.agentDetails.name, pathOf(talk)])
    groups.set(key, [...(groups.get(key) ?? []), talk])
  }
  return [...groups.values()].map((group) => {
    const sorted = [...group].sort((a, b) => lengthOf(a) - lengthOf(b))
    const middle = Math.floor((sorted.length - 1) / 2)
    const near = sorted
      .map((talk, index) => ({ talk, distance: Math.abs(index - middle) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, keep)
      .map(({ talk }) => talk)
    const [first] = group
    const path = first === undefined ? '' : pathOf(first).join(' > ') || 'no calls'
    return { path, kept: group.filter((talk) => near.includes(talk)), count: group.length }
  })
}

/** `lookup_order (during)`, `cancel_order (during, error)`. */
function pathOf({ session }: Talk): string[] {
  return pairCalls(session.transcript).calls.map(({ name, phase, output }) => {
    const marks = [...(phase === null ? [] : [phase]), ...(output?.isError === true ? ['error'] : [])]
    return marks.length === 0 ? name : `${name} (${marks.join(', ')})`
  })
}

function lengthOf({ session }: Talk): number {
  return session.transcript.filter(({ type }) => type === 'message').length
}
