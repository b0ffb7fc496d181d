import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseScript } from '../../suite/language/script/parse.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import { quarantine, quarantineScript } from './quarantine.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-quarantined-seeds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = `suite: S
agent: desk
conversations:
  - name: bike
    simulated user: { wants: x, done when: { calls: [refund] } }
  - name: is written
    turns: [{ user: a, expect: { reply: b } }]
`
const parsed = parseScript(text, 's.yaml')
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
const { script } = parsed
const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 1, stopAfterFailure: true }

/** The names of the conversations that may fail, as a run and as Vitest find them. */
function held(entries: readonly string[], seeds?: number): string[] {
  const path = join(folder, 'q.yaml')
  writeFileSync(path, entries.map((name) => `- { suite: S, conversation: ${name}, reason: known }\n`).join(''))
  const options = { ...defaults, ...(seeds === undefined ? {} : { seeds }) }
  const of = (plans: readonly Plan[]): string[] =>
    plans.flatMap(({ conversation }) => (conversation.expectedFail === undefined ? [] : [conversation.name.value]))
  const run = of(quarantine(planScript(script, options), path))
  expect(of(planScript(quarantineScript(script, path), options))).toEqual(run)
  return run
}

describe('a quarantine of simulated users', () => {
  it('names all seeds by the conversation, or one of them, in a run and in Vitest', () => {
    expect(held(['bike'], 3)).toEqual(['bike ~1', 'bike ~2', 'bike ~3'])
    expect(held(['bike ~2'], 3)).toEqual(['bike ~2'])
    expect(held(['bike', 'bike ~2', 'is written'], 2)).toEqual(['bike ~1', 'bike ~2', 'is written'])
  })

  it('serves runs with more seeds, with fewer and with none', () => {
    expect(held(['bike ~2'], 1)).toEqual([])
    expect(held(['bike ~2'])).toEqual([])
    expect(held(['bike'])).toEqual(['bike'])
  })

  it('refuses a seed of what has none, and another name', () => {
    expect(() => held(['is written ~1'], 2)).toThrow('there is no conversation "S > is written ~1"')
    expect(() => held(['bikes ~1'], 2)).toThrow('there is no conversation "S > bikes ~1"')
  })
})
