import type { JsonValue } from '../../base/json/json.ts'
import {
  deepest,
  duplicateMember,
  endOfJson,
  isLongNumberAlone,
  isTooDeep,
  parseExactJson,
} from '../../base/json/json-text.ts'
import { cutText } from '../../base/privacy/cut.ts'

/** JSON in a text, or why nobody could be sure of it. `isLong`: the text of a number beyond the digits of a double. */
export type FoundJson = { value: JsonValue; isLong?: true } | { unclear: string }

/** The JSON that a text is, or that of each fenced block, read leniently: a bad fence must not let a negation pass. */
export function findJson(text: string): FoundJson[] {
  const whole = read(text)
  if (whole !== undefined) return [whole]
  const blocks = findBlocks(text)
  return quotedFence.test(text) ? [...blocks, ...findBlocks(text.replace(quotation, ''))] : blocks
}

const quotedFence = /^[ \t]*>.*(?:`{3}|~{3})/m
const quotation = /^[ \t]*(?:>[ \t]?)+/gm
const fence = /`{3,}|~{3,}/g

/** Linear: of two searches begun at different fences, a third fence is in a text for one only, and ends the other. */
function findBlocks(text: string): FoundJson[] {
  const blocks: FoundJson[] = []
  const fences = [...text.matchAll(fence)]
  const closing = closingFences(text, fences)
  let done = 0
  for (const { index, 0: marks } of fences) {
    if (index < done || closing.has(index)) continue
    const block = readBlock(text, index, index + marks.length)
    if (block === undefined) continue
    blocks.push(block.json)
    done = block.end
  }
  return blocks
}

/** The fences that close a block as CommonMark has it; none where the text does not close all, as any may begin one. */
function closingFences(text: string, fences: readonly RegExpExecArray[]): ReadonlySet<number> {
  const closing = new Set<number>()
  let open: string | null = null
  for (const { index, 0: marks } of fences) {
    const after = index + marks.length
    if (open === null) {
      if (!isFirst(text, index) || !matchesAt(toNextLine, text, after)) return new Set()
      open = marks
    } else if (marks.startsWith(open) && isFirst(text, index) && matchesAt(blankLine, text, after)) {
      closing.add(index)
      open = null
    }
  }
  return open === null ? closing : new Set()
}

function isFirst(text: string, fence: number): boolean {
  return /(?:^|[\r\n]) {0,3}$/.test(text.slice(Math.max(0, fence - 4), fence))
}

/** What may stand between the fence and JSON that begins on its line; and the same for JSON that begins on the next. */
const upToJson = /\s*(?:[a-z][\w+.-]*\s*)?(?=[[{])/iy
const toNextLine = /[^\n`~]*\n\s*/y
const blankLine = /[^\S\n]*(?:\n|$)/y
const closed = /\s*(?:`{3}|~{3})/y
const over = /\s*$/y

/** The JSON behind a fence, up to the next fence, or up to the end of the text where the fence begins a line. */
function readBlock(text: string, fence: number, after: number): { json: FoundJson; end: number } | undefined {
  for (const opening of [upToJson, toNextLine]) {
    const start = matchesAt(opening, text, after) ? opening.lastIndex : -1
    const end = start < 0 ? -1 : endOfJson(text, start)
    if (end < 0) continue
    if (!matchesAt(closed, text, end) && !(isFirst(text, fence) && matchesAt(over, text, end))) continue
    const json = read(text.slice(start, end))
    if (json !== undefined) return { json, end }
  }
  return undefined
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}

function read(text: string): FoundJson | undefined {
  try {
    const value = parseExactJson(text) as JsonValue
    if (isTooDeep(text)) return { unclear: `it is nested deeper than ${deepest} levels` }
    const twice = duplicateMember(text)
    if (twice === null) return isLongNumberAlone(value, text) ? { value, isLong: true } : { value }
    return { unclear: `the member ${cutText(twice, 80) || '""'} appears twice in it` }
  } catch {
    return undefined
  }
}
