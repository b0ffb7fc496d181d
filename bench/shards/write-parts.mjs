import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The results of `of` shards, each as large as a real one: the conversations of `pattern`, a result of one
 * shard, under their own names. Gives the files.
 */
export function writeParts(pattern, of, folder) {
  mkdirSync(folder, { recursive: true })
  const { shard: _, ...result } = JSON.parse(readFileSync(pattern, 'utf8'))
  const { conversations } = result
  const total = of * conversations.length
  return Array.from({ length: of }, (_, part) => {
    const own = conversations.map((each, index) => ({
      ...each,
      id: `part-${part}/suite.yaml:${index + 1} default`,
      file: `part-${part}/suite.yaml`,
    }))
    const positions = Object.fromEntries(own.map(({ id }, index) => [id, part * own.length + index]))
    const file = join(folder, `${part + 1}.json`)
    const shard = { index: part + 1, of, total, positions, whole: 'bench' }
    writeFileSync(file, `${JSON.stringify({ ...result, conversations: own, shard }, null, 2)}\n`)
    return file
  })
}
