// @module-tag stress
import { describe, expect, it } from 'vitest'
import { parseScript } from '../src/suite/language/script/parse.ts'
import { formatProblem } from '../src/suite/yaml/format-problem.ts'
import type { Problem } from '../src/suite/yaml/problem.ts'
import { createPick } from './corpus/pick.ts'
import { readSources } from './parser-fuzz/sources.ts'
import { spoil, spoilNames } from './parser-fuzz/spoil.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const inputs = Number(process.env.FUZZ_INPUTS ?? 2_000)
const limitMs = 3_000

interface Read {
  ms: number
  ok: boolean
  /** What went wrong while parsing the text. */
  fault?: string
}

/**
 * Parses a text, again if that was slow: a busy machine may be slow for a while, but a slow text is slow
 * every time.
 */
function readAgainIfSlow(text: string): Read {
  let best = read(text)
  for (let again = 0; again < 3 && best.ms > limitMs && best.fault === undefined; again += 1) {
    const other = read(text)
    if (other.ms < best.ms) best = other
  }
  return best.ms > limitMs ? { fault: `took ${Math.round(best.ms)} ms`, ...best } : best
}

function read(text: string): Read {
  const begun = performance.now()
  try {
    const parsed = parseScript(text, 'spoiled.yaml')
    const ms = performance.now() - begun
    if (parsed.ok)
      return { ms, ok: true, ...(parsed.script.conversations.length > 0 ? {} : { fault: 'an empty script' }) }
    const misplaced = parsed.problems.find((problem) => !isInside(problem, text))
    if (misplaced !== undefined) return { ms, ok: false, fault: `a place outside: ${JSON.stringify(misplaced)}` }
    for (const problem of parsed.problems.slice(0, 20)) formatProblem(problem, text)
    return { ms, ok: false, ...(parsed.problems.length > 0 ? {} : { fault: 'neither a script nor a problem' }) }
  } catch (error) {
    const stack = (error as Error).stack?.split('\n').slice(0, 6).join('\n') ?? String(error)
    return { ms: performance.now() - begun, ok: false, fault: `threw ${stack}` }
  }
}

/** Whether the place is a line of the text and a column on it, or just after its end, where something is missing. */
function isInside({ at, message }: Problem, text: string): boolean {
  const line = linesOf(text)[at.line - 1]
  return line !== undefined && at.column >= 1 && at.column <= line.length + 1 && at.length >= 1 && message !== ''
}

let split = { text: '', lines: [''] }

function linesOf(text: string): string[] {
  if (split.text !== text) split = { text, lines: text.split('\n') }
  return split.lines
}

describe('parseScript', () => {
  it(
    `reads ${inputs} spoiled suites, or says where they are wrong`,
    () => {
      const sources = readSources()
      expect(sources.length).toBeGreaterThan(20)
      const used = new Set<string>()
      const outcomes = { read: 0, refused: 0 }
      const faults: string[] = []
      let longest = { ms: 0, input: 0 }
      for (let input = 0; input < inputs && faults.length < 5; input += 1) {
        const { text, ways } = spoil(sources, createPick(seed + input * 7_919))
        for (const way of ways) used.add(way)
        const { ms, ok, fault } = readAgainIfSlow(text)
        if (ms > longest.ms) longest = { ms, input }
        outcomes[ok ? 'read' : 'refused'] += 1
        if (fault !== undefined)
          faults.push(`seed ${seed}, input ${input} (${ways.join(', ')}; ${text.length} characters): ${fault}`)
      }
      console.log(
        `parser: ${inputs} spoiled suites, ${outcomes.read} read, ${outcomes.refused} refused with a place; the slowest, input ${longest.input}, took ${Math.round(longest.ms)} ms (seed ${seed})`,
      )
      expect(faults).toEqual([])
      expect([...used].sort()).toEqual([...spoilNames].sort())
      expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(inputs / 50)
    },
    60_000 + inputs * 60,
  )
})
