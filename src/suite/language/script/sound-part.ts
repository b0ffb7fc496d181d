import type { YamlNode } from '../../yaml/node.ts'
import type { Problem } from '../../yaml/problem.ts'

interface SoundPart {
  /** The suite without the conversations that are wrong. */
  root: YamlNode
  /** Whether a problem is about a conversation that is left: without the others, the suite itself may look wrong. */
  isInside: (problem: Problem) => boolean
}

/**
 * What is left of a suite without its conversations that have these problems, so that one mistake hides no other; null
 * where a problem is about the suite itself, or no conversation is left.
 */
export function soundPart(root: YamlNode, file: string, problems: readonly Problem[]): SoundPart | null {
  if (root.kind !== 'map') return null
  const index = root.entries.findIndex(({ key }) => key === 'conversations')
  const entry = root.entries[index]
  if (entry?.value.kind !== 'list') return null
  const { items } = entry.value
  const end = root.entries[index + 1]?.keyAt.line ?? Number.POSITIVE_INFINITY
  const itemOf = ({ file: where, at: { line } }: Problem): YamlNode | undefined =>
    where === file && line < end ? items.findLast(({ at }) => at.line <= line) : undefined
  const wrong = new Set(problems.map(itemOf))
  const sound = items.filter((each) => !wrong.has(each))
  if (wrong.has(undefined) || sound.length === 0) return null
  const value: YamlNode = { ...entry.value, items: sound }
  return {
    root: { ...root, entries: root.entries.with(index, { ...entry, value }) },
    isInside: (problem) => sound.includes(itemOf(problem) as YamlNode),
  }
}
