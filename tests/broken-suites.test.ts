import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBeside } from '../src/app/suites/read-suites.ts'
import { parseScript } from '../src/suite/language/script/parse.ts'
import { formatProblem } from '../src/suite/yaml/format-problem.ts'
import type { ProblemCode } from '../src/suite/yaml/problem.ts'

const folder = resolve(import.meta.dirname, 'broken-suites')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length))
  .sort()

/** Suites that are too large to commit. */
const textByName: Record<string, string> = {
  'too-large': `suite: ${'x'.repeat(4_000_000)}\n`,
}

/** Files whose problem comes without a hint how to fix it, and why. */
const withoutHint: Record<string, string> = {}

/** For each problem code: whether a suite alone can cause it, or what else it takes. */
const causes: Record<ProblemCode, 'a suite' | string> = {
  unreadable: 'a suite',
  'yaml-syntax': 'a suite',
  'yaml-version': 'a suite',
  'duplicate-key': 'a suite',
  'unknown-tag': 'a suite',
  'unknown-alias': 'a suite',
  'alias-bomb': 'a suite',
  'too-large': 'a suite',
  'too-deep': 'a suite',
  'empty-file': 'a suite',
  'unknown-key': 'a suite',
  'missing-key': 'a suite',
  'wrong-type': 'a suite',
  'wrong-value': 'a suite',
  'ambiguous-scalar': 'a suite',
  'bad-pattern': 'a suite',
  'bad-schema': 'a suite',
  'mixed-matcher': 'a suite',
  'no-conversations': 'a suite',
  'no-agent': 'a suite',
  'asserts-nothing': 'a suite',
  'only-left-in': 'CI, or lint: tests/only.test.ts',
  'not-reviewed': 'a suite',
  'duplicate-name': 'a suite',
  'unknown-variable': 'a suite',
  'unknown-agent': 'a service without it: tests/bad-input/unknown-agent',
  'unknown-version': 'a service without it: tests/bad-input/unknown-version',
  'unknown-tool': 'a blueprint, under lint',
  'idle-guardrail': 'a blueprint, under lint and in a run',
  'stale-guardrail': 'a run of a draft: src/suite/lint/check-guardrails.test.ts',
  'idle-prompt': 'a workspace, under lint: tests/changed.test.ts',
  'unwatched-files': 'a pipeline, under lint: tests/init.test.ts',
  'gone-conversation': 'a commit, under compare: src/app/suites/gone-conversations.test.ts',
  'unknown-argument': 'the parameters of a tool, under lint and in a run',
  'unseen-calls': 'a workspace, under lint',
  'unknown-model': 'the models of a config, under lint',
  'unknown-check': 'the modules of a project, under lint: src/app/suites/own-checks.test.ts',
  'wrong-phase': 'a blueprint, under lint',
  'missing-metadata': 'a blueprint, under lint',
  contradiction: 'lint',
  'missing-fact': 'lint',
  'unreachable-turn': 'lint',
  'shared-clock': 'lint',
  'two-in-one': 'lint',
  'negated-criterion': 'lint',
  'needs-no-judge': 'lint',
  'vague-criterion': 'lint',
}

/** What the command prints about a file before anything runs; empty if the file is fine. */
function complain(name: string): string {
  const file = `${name}.yaml`
  const text = textByName[name] ?? readFileSync(resolve(folder, file), 'utf8')
  const texts = new Map([[file, text]])
  const open = openBeside(file, folder, (suite) => texts.set(suite.file, suite.content))
  const parsed = parseScript(text, file, open)
  if (parsed.ok) return ''
  return parsed.problems.map((problem) => `${formatProblem(problem, texts.get(problem.file))}\n`).join('\n')
}

const golden = (name: string): string => readFileSync(resolve(folder, `${name}.out`), 'utf8')

describe('a broken suite', () => {
  it.each([...names, ...Object.keys(textByName)])('%s', (name) => {
    const complaint = complain(name)
    expect(complaint, `nothing is wrong with ${name}.yaml`).not.toBe('')
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(resolve(folder, `${name}.out`), complaint)
    expect(complaint).toBe(golden(name))
    for (const output of complaint.trimEnd().split('\n\n')) {
      const [headline = '', ...below] = output.split('\n')
      expect(headline).toMatch(/^[\w/-]+\.yaml:\d+:\d+: \S.* \[[a-z-]+\]$/)
      expect(below.some((line) => /^ +\| *\^+$/.test(line))).toBe(true)
      if (withoutHint[name] === undefined) expect(below.at(-1)).toMatch(/^ {3}hint: \S/)
    }
    expect(Math.max(...complaint.split('\n').map((line) => line.length))).toBeLessThanOrEqual(250)
  })
})

describe('the goldens of broken suites', () => {
  it('are at least 120, with those of the command line', () => {
    const others = readdirSync(resolve(import.meta.dirname, 'bad-input')).filter((file) => file.endsWith('.out'))
    expect(names.length + Object.keys(textByName).length + others.length).toBeGreaterThanOrEqual(120)
  })
  it('show every kind of problem that a suite alone can have', () => {
    const all = [...names, ...Object.keys(textByName)].map(golden).join('\n')
    const unseen = Object.entries(causes).filter(([code, cause]) => cause === 'a suite' && !all.includes(`[${code}]`))
    expect(unseen).toEqual([])
  })
  it('belong to a suite each', () => {
    const goldens = readdirSync(folder).filter((file) => file.endsWith('.out'))
    expect(goldens.map((file) => file.slice(0, -'.out'.length)).sort()).toEqual(
      [...names, ...Object.keys(textByName)].sort(),
    )
  })
})
