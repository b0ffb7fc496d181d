import type { Problem } from '../../suite/yaml/problem.ts'
import type { ShardPart } from './check-shards.ts'
import type { Merged, Sharded } from './part.ts'

/** Puts the members of all parts back into the order of the whole run; reports a file that was edited by hand. */
export function inOrder<T extends Sharded, M extends { id: string }>(
  parts: readonly ShardPart<T>[],
  membersOf: (result: T) => readonly M[],
): Merged<M[]> {
  const members: M[] = []
  for (const { file, result, shard } of parts) {
    for (const member of membersOf(result)) {
      const position = shard.positions[member.id]
      if (position === undefined || position >= shard.total || position in members)
        return damaged(`${file} holds "${member.id}", which is not of its shard or of another one too`)
      members[position] = member
    }
  }
  const total = parts[0]?.shard.total ?? 0
  const held = Object.keys(members).length
  if (held === total) return { ok: true, result: members }
  return damaged(`the files hold ${held} of ${total} conversations`)
}

/** Removes duplicates: every shard reads every file and so reports the same problems. */
export function mergeProblems(parts: readonly { problems: readonly Problem[] }[]): Problem[] {
  const seen = new Map(parts.flatMap(({ problems }) => problems.map((problem) => [JSON.stringify(problem), problem])))
  return [...seen.values()]
}

/** From the first start to the last end. */
export function spanOf(parts: readonly { startedAt: string; ms: number }[]): { startedAt: string; ms: number } {
  const starts = parts.map(({ startedAt }) => Date.parse(startedAt))
  const ends = parts.map(({ startedAt, ms }) => Date.parse(startedAt) + ms)
  const from = Math.min(...starts)
  return { startedAt: new Date(from).toISOString(), ms: Math.max(...ends) - from }
}

/**
 * Merges the targets of shards. Each shard runs its own embedded service on its own port; any other service must be the
 * same for all.
 */
export function mergeTargets(parts: readonly { file: string; target: string }[]): Merged<string> {
  const [first, ...others] = parts.map(({ file, target }) => ({ file, target, name: withoutPort(target) }))
  const other = others.find(({ name }) => name !== first?.name)
  if (first === undefined || other !== undefined)
    return {
      ok: false,
      message: `${first?.file} ran against ${first?.target}, but ${other?.file} against ${other?.target}`,
      hint: 'run every shard against the same service',
    }
  return { ok: true, result: others.every(({ target }) => target === first.target) ? first.target : first.name }
}

function withoutPort(target: string): string {
  return target.replace(/^local service http:\/\/127\.0\.0\.1:\d+/, 'local service')
}

function damaged(message: string): { ok: false; message: string; hint: string } {
  return { ok: false, message, hint: 'run that shard again' }
}
