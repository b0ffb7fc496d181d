import { isMisspelt } from '../../../base/text/suggest.ts'
import type { Place, WithPlace } from '../../yaml/place.ts'
import { type Reading, refuse } from '../../yaml/shape.ts'
import { refusePatternName } from '../matchers/text-or-pattern.ts'
import type { CallExpectation } from './call-expectation.ts'

/** Whether a name under `never` or `only` is a pattern: `*` stands for any part of a name. */
const isToolPattern = (name: string): boolean => name.includes('*')

/** Whether a name or pattern covers a tool. It compares part by part, in linear time for any name. */
export function coversTool(pattern: string, tool: string): boolean {
  if (!isToolPattern(pattern)) return pattern === tool
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop() ?? ''
  if (!tool.startsWith(first) || tool.length < first.length + last.length || !tool.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const place = tool.indexOf(part, at)
    if (place === -1) return false
    at = place + part.length
  }
  return at <= tool.length - last.length
}

/** Each of its parts is a misspelt run of the tool's words, or one exactly. A name without `*` is one part. */
export function isNearTool(pattern: string, tool: string): boolean {
  if (!isToolPattern(pattern)) return isMisspelt(pattern, tool)
  const words = tool.split(separators)
  const parts = pattern.split('*').map((part) => part.split(separators).filter((word) => word !== ''))
  const named = parts.filter(({ length }) => length > 0)
  return (
    named.length > 0 &&
    named.every((part) =>
      words.some((_, from) => {
        const run = words.slice(from, from + part.length).join('_')
        return part.join('_') === run || isMisspelt(part.join('_'), run)
      }),
    )
  )
}

const separators = /[\s_-]+/

type ListedCalls = Partial<Record<'inOrder' | 'exactly' | 'anyOrder' | 'reference' | 'never', CallExpectation[]>> & {
  only?: WithPlace<string>[]
}

/** `*` is only a wildcard under `never` and `only`. Returns true if it refused one, or an `only` that allows all. */
export function refuseToolPatterns(read: ListedCalls, reading: Reading): boolean {
  const { inOrder = [], exactly = [], anyOrder = [], reference = [], never = [], only = [] } = read
  const calls = [...inOrder, ...exactly, ...anyOrder, ...reference]
  const names = [...calls.map(({ name, at }) => ({ name, at })), ...[...calls, ...never].flatMap(neighbours)]
  const refused = [
    ...names.map(({ name, at }) => refuseToolPattern(name, at, reading)),
    ...never.map(({ name, at }) => refuseQuestionMark(name, at, reading)),
    ...only.map(({ value, at }) => refuseQuestionMark(value, at, reading) || refuseAllTools(value, at, reading)),
  ]
  return refused.includes(true)
}

function neighbours({ before = [], after = [] }: CallExpectation): { name: string; at: Place }[] {
  return [...before, ...after].map(({ value, at }) => ({ name: value, at }))
}

export function refuseToolPattern(name: string, at: Place, reading: Reading): boolean {
  const hint = 'write the name of one tool; * stands for any part of a name under never: and under only:'
  if (refusePatternName(name, at, reading, hint)) return true
  if (!/[*?]/.test(name)) return false
  refuse(reading, 'wrong-value', at, `"${name}" is taken literally here, and no tool is called so`, hint)
  return true
}

function refuseAllTools(name: string, at: Place, reading: Reading): boolean {
  if (!/^\*+$/.test(name)) return false
  refuse(reading, 'asserts-nothing', at, `"${name}" allows every tool, so this could never fail`, 'name tools')
  return true
}

function refuseQuestionMark(name: string, at: Place, reading: Reading): boolean {
  const hint = 'write * for any part of a name'
  if (refusePatternName(name, at, reading, `${hint}: "lookup*"`)) return true
  if (!name.includes('?')) return false
  refuse(reading, 'wrong-value', at, `"${name}" is taken literally, and no tool is called so`, hint)
  return true
}
