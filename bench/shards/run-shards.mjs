import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTableread } from './start-tableread.mjs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Runs the work in `of` concurrent processes and merges their results; without `of`, in one process without shards.
 */
export async function runShards({ folder, url, env, of, durations = null }) {
  const name = `${of ?? 'whole'}-${durations === null ? 'turns' : 'durations'}`
  const cut = durations === null ? [] : ['--durations', durations]
  const began = performance.now()
  const parts = await Promise.all(
    Array.from({ length: of ?? 1 }, async (_, index) => {
      const file = join(folder, `${name}-${index + 1}.json`)
      const shard = of === undefined ? [] : ['--shard', `${index + 1}/${of}`, ...cut]
      const flags = ['--target', url, '-c', '8', '-r', 'plain', '--json', file, ...shard]
      const ended = await startTableread(['run', 'suites', ...flags], { folder, name: `${name}-${index}`, env })
      if (ended.code !== 0 && ended.code !== 1) throw new Error(`${name}: ended with ${ended.code}\n${ended.said}`)
      return { file, ...ended, result: read(file) }
    }),
  )
  const ms = performance.now() - began
  const merged = of === undefined ? { result: parts[0].result, ms: 0 } : await merge(folder, name, parts)
  return {
    of: of ?? 1,
    name,
    ms,
    mergeMs: merged.ms,
    parts: parts.map(({ result }) => result.ms),
    result: merged.result,
  }
}

async function merge(folder, name, parts) {
  const file = join(folder, `${name}.json`)
  const files = parts.map((part) => part.file)
  const ended = await startTableread(['report', 'merge', ...files, '-r', 'plain', '--json', file], { folder, name })
  if (ended.code !== 1) throw new Error(`merging ${name} ended with ${ended.code}, and some fail\n${ended.said}`)
  return { result: read(file), ms: ended.ms }
}

/** What two runs of the same work must have in common, as text: order, verdicts, totals, turns and coverage. */
export function sameness({ totals, turns, versions, coverage, conversations }) {
  const verdicts = conversations.map(({ id, verdict, turns: own }) => [id, verdict, own.map((turn) => turn.verdict)])
  return JSON.stringify({ totals, turns, versions, coverage, verdicts })
}
