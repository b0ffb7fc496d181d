import { readdirSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importPeers, type PeerImport } from '../../src/import/peers/import-peers.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { lintPlans } from '../../src/suite/lint/lint-plans.ts'
import { planScript } from '../../src/suite/plan/plan.ts'
import { findShared } from '../shared-data.ts'

const { there, note, at } = findShared('peer-scripts')
const folder = at('peer-scripts')
const files = there
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes(sep))
      .sort()
  : []

function importAt(path: string): PeerImport {
  return importPeers([path], { from: null, agent: 'order-desk', show: (file) => relative(folder, file) })
}

/** Parses suites as `tableread run` and `lint` would. @throws Error when one is broken */
function readAll({ suites }: PeerImport) {
  return suites.map(({ text, file }) => {
    const parsed = parseScript(text, `${file}.yaml`)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    return parsed.script
  })
}

describe.skipIf(!there)(`the import of peers' own scripts${note}`, () => {
  it.each(files)('makes a sound suite of %s, or says why not', (name) => {
    const draft = importAt(at(`peer-scripts/${name}`))
    const refusals = [...draft.refused, ...draft.aside]
    expect(draft.suites.length + refusals.length).toBeGreaterThan(0)
    for (const { message, hint, origin } of refusals) {
      expect([message, hint].every((text) => text.length > 10)).toBe(true)
      expect(origin.line).toBeGreaterThan(0)
    }
    const scripts = readAll(draft)
    const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 30_000, stopAfterFailure: true }
    const { problems } = lintPlans(
      scripts,
      scripts.flatMap((script) => planScript(script, defaults)),
      null,
    )
    expect(problems.filter(({ severity }) => severity === undefined)).toEqual([])
  })

  it('forgets no file of the folder, and imports most of them', () => {
    const draft = importAt(folder)
    expect(readAll(draft)).toHaveLength(draft.suites.length)
    const imported = new Set(draft.suites.map(({ file }) => file))
    const used = new Set(draft.suites.flatMap(({ uses }) => uses))
    const refused = new Set([...draft.refused, ...draft.aside].map(({ origin }) => origin.file))
    expect(files.filter((name) => !imported.has(name) && !used.has(name) && !refused.has(name))).toEqual([])
    expect((imported.size + used.size) / files.length).toBeGreaterThan(0.7)
  })

  it('never runs what says a TODO', () => {
    for (const { conversations } of readAll(importAt(folder)))
      for (const conversation of conversations)
        if (JSON.stringify([conversation.turns, conversation.variables]).includes('TODO'))
          expect([conversation.name.value, conversation.skip]).not.toContain(undefined)
  })
})
