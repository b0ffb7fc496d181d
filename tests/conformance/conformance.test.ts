import { existsSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../../src/base/tiers.fixture.ts'
import { openSqliteStore } from '../../src/service/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/service/store/store.ts'
import type { Workspace } from '../../src/service/workspace/workspace.ts'
import { checks } from './checks/checks.ts'
import { notCheckable } from './checks/note-calls.ts'
import { withCodeAgents } from './code-agents.ts'
import { checkGeneric, isGeneric } from './generic.ts'
import { catalogueUrl, rules } from './rules.ts'
import { conformanceWorkspaces } from './workspaces.ts'
import { fillSessions, openWorld } from './world.ts'

const core = rules.filter(({ tier }) => tier === 'core')
const notes = rules.filter(({ id, tier }) => tier === 'note' && !Object.hasOwn(notCheckable, id))
const passed = new Set<string>()

const stores: [name: string, open: () => Store | undefined, agents?: (workspace: Workspace) => Workspace][] = [
  ['SQLite, and agents that think', () => openSqliteStore(':memory:'), withCodeAgents],
  ['memory', () => undefined],
  ['memory, and agents that think', () => undefined, withCodeAgents],
  ['SQLite', () => openSqliteStore(':memory:')],
]

eachByTier(1, describe)(stores)(
  'the rules of the interface, with the store in %s',
  (name, open, agents = (same) => same) => {
    it.each([...core, ...notes].map((rule) => [rule.id, rule.title, rule] as const))(
      '%s %s',
      async (id, _title, rule) => {
        const check = checks[id]
        const world = openWorld(open(), { workspaces: conformanceWorkspaces().map(agents) })
        await fillSessions(world)
        try {
          if (isGeneric(rule)) await checkGeneric(rule, world)
          if (check !== undefined) await check(world, rule)
          if (check === undefined && !isGeneric(rule)) throw new Error(`nothing checks ${id}: ${rule.local}`)
        } finally {
          world.service.close()
        }
        passed.add(`${name} ${id}`)
      },
    )
  },
)

afterAll(() => {
  const played = stores.filter(([name]) => core.some(({ id }) => passed.has(`${name} ${id}`)))
  const count = (some: typeof core): number =>
    some.filter(({ id }) => played.every(([name]) => passed.has(`${name} ${id}`))).length
  const restIds = Object.keys(notCheckable)
  process.stdout.write(
    `conformance: ${count(core)} of ${core.length} core rules hold with the store in ${played.map(([name]) => name).join('; ')}, and the local decision of ` +
      `${count(notes)} of ${notes.length + restIds.length} note rules; not to be seen from outside: ${restIds.join(', ')}\n`,
  )
})

describe('the catalogue', () => {
  it('has 350 rules, 253 of them core, and no check is for a rule that does not exist', () => {
    expect([rules.length, core.length]).toEqual([350, 253])
    const ruleIds = new Set(rules.map(({ id }) => id))
    expect(Object.keys(checks).filter((id) => !ruleIds.has(id))).toEqual([])
  })
  it('is the one that is kept beside the repository', (context) => {
    const shared = new URL('../../../shared/rules.yaml', import.meta.url)
    const text = existsSync(shared) ? readFileSync(shared, 'utf8') : ''
    if (!text.startsWith('meta:\n  title: Checkable rules of the conversational agent'))
      context.skip('../shared/rules.yaml is not here to compare with')
    expect(readFileSync(catalogueUrl, 'utf8') === text).toBe(true)
  })
})
