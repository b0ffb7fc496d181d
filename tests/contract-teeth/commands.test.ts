// @module-tag stress
import { describe, expect, it } from 'vitest'
import { contractWorkspaces } from '../../src/app/agents/contract-workspaces.ts'
import { openLocalSubject } from '../../src/app/agents/local-subject.ts'
import { checkContract } from '../../src/wire/contract/check-contract.ts'
import { checkCommands } from '../../src/wire/contract/commands/check-commands.ts'
import { commandRules } from '../../src/wire/contract/commands/command-rules.ts'
import { allRules } from '../../src/wire/contract/rules/all-rules.ts'
import type { Findings } from '../../src/wire/contract/world/rule.ts'
import type { Mutant } from './mutant.ts'
import { statefulMutants } from './stateful-mutants.ts'

/** Read once; every service gets a copy. */
const workspaces = contractWorkspaces()
const settings = { seed: 1, runs: 20, path: null, cautious: false }

/** What command sequences alone find about one rule, tried as often as in a default run. */
async function command(id: string, wrap?: Mutant['wrap'], ambiguity?: string): Promise<Findings> {
  const service = ambiguity === undefined ? {} : { service: { ambiguity } }
  const local = await openLocalSubject({
    sockets: false,
    workspaces,
    ...service,
    ...(wrap === undefined ? {} : { wrap }),
  })
  const rule = allRules.find((each) => each.id === id)
  if (rule === undefined) throw new Error(`there is no rule ${id}`)
  const findings = await checkCommands(rule, { subject: local.subject, sessions: [], watch: () => undefined }, settings)
  await local.close()
  return findings
}

describe('the commands alone', () => {
  it.each(statefulMutants.map((mutant): [string, string, Mutant] => [mutant.rule, mutant.what, mutant]))(
    'kill %s: %s',
    async (rule, _, { wrap }) => {
      const { failure } = await command(rule, wrap)
      expect([failure?.finding, failure?.repeats]).toEqual([expect.stringMatching(/./), true])
      const steps = Array.isArray(failure?.drawn) ? failure.drawn : []
      expect(steps.length, steps.join('\n')).toBeGreaterThan(0)
      expect(steps.length, steps.join('\n')).toBeLessThan(6)
    },
  )

  it.each([undefined, 'one'])('find nothing where there is nothing, ambiguity %s', async (ambiguity) => {
    const findings = await Promise.all(commandRules.map((rule) => command(rule, undefined, ambiguity)))
    expect(findings.map(({ failure }) => failure).filter((each) => each !== null)).toEqual([])
    expect(findings.every(({ runs }) => runs === 20)).toBe(true)
  })
})

it('a counterexample of commands comes again by its seed and its path', async () => {
  const mutant = statefulMutants.find(({ what }) => what.startsWith('publishing a draft'))
  const { drawn, path } = (await command('CHA-06', mutant?.wrap)).failure ?? {}
  expect(drawn).toEqual([expect.stringMatching(/^begin a talk with desk/), 'publish a new draft of desk'])
  expect(path).toMatch(/^[\d:]+\/[\w+:]+$/)
  const wrap = mutant?.wrap === undefined ? {} : { wrap: mutant.wrap }
  const local = await openLocalSubject({ sockets: false, workspaces, ...wrap })
  const again = await checkContract(local.subject, { seed: 1, rules: ['CHA-06'], path: path ?? '' })
  const report = await checkContract(local.subject, { seed: 1, rules: ['CHA-06'], path: '2:99/B:F' })
  await local.close()
  expect(again.results[0]).toMatchObject({ outcome: 'violated', path, counterexample: { drawn, repeats: true } })
  expect(report.results[0]).toMatchObject({ outcome: 'not run', counterexample: null })
})
