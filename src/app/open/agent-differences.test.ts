import { describe, expect, it } from 'vitest'
import type { BlueprintSources } from '../../compare/blueprint/see-blueprint.ts'
import type { VersionedAgent } from '../../service/workspace/agent.ts'
import { differencesOf } from './agent-differences.ts'
import { printPlans } from './agent-prints.ts'

const tool = (name: string, over: object = {}) => ({ name, description: name, parameters: {}, cases: [], ...over })
const config = (agentsList: object[] = [], during: string[] = []) => ({
  agentInstructions: { systemContext: [{ system: 'Be kind.' }] },
  ...{ functionSettings: { preCall: [], duringCall: during, postCall: [] }, agentsList },
})
const version = (behaviour: object = {}, agentsList: object[] = []): VersionedAgent =>
  ({
    config: config(agentsList),
    behaviour: { kind: 'scripted', tools: [tool('look_up')], before: [], after: [], rules: [], ...behaviour },
  }) as unknown as VersionedAgent
const toBilling = [{ transferTo: 'billing', agentVersion: 'DEFAULT' }]

/** What differs between default and draft of a desk, and what it touches. */
function found(versions: Record<string, VersionedAgent>): unknown[] {
  const find = (agent: string, wantedVersion: string) => versions[`${agent} ${wantedVersion}`]
  const { differences } = differencesOf(
    { agent: 'desk', version: 'default' },
    { agent: 'desk', version: 'draft' },
    find,
    null,
  )
  return differences.map(({ what, touches }) => [what, touches?.tools ?? null])
}

describe('what differs in the files of a workspace', () => {
  it.each<[string, Record<string, VersionedAgent>, unknown[]]>([
    ['nothing', { 'desk default': version(), 'desk draft': version() }, []],
    [
      'a tool',
      { 'desk default': version(), 'desk draft': version({ tools: [tool('look_up', { cases: [1] })] }) },
      [['the tool look_up', ['look_up']]],
    ],
    [
      'a tool of a phase',
      {
        'desk default': version({ tools: [tool('log', { phase: 'post' })] }),
        'desk draft': version({ tools: [tool('log', { phase: 'post', cases: [1] })] }),
      },
      [['the tool log', null]],
    ],
    [
      'a tool of a step',
      {
        'desk default': version({ after: [{ kind: 'call', name: 'look_up' }] }),
        'desk draft': version({ after: [{ kind: 'call', name: 'look_up' }], tools: [] }),
      },
      [['the tool look_up (gone)', null]],
    ],
    ['a rule', { 'desk default': version(), 'desk draft': version({ rules: [1] }) }, [['behaviour', null]]],
    [
      'code',
      { 'desk default': version({ kind: 'code' }), 'desk draft': version({ kind: 'code' }) },
      [['what runs outside of the files of desk', null]],
    ],
    [
      'a live tool',
      { 'desk default': version({ tools: [tool('x', { source: {} })] }), 'desk draft': version() },
      [['what runs outside of the files of desk', null]],
    ],
    [
      'an agent that takes over, in the same version',
      { 'desk default': version({}, toBilling), 'desk draft': version({}, toBilling), 'billing default': version() },
      [],
    ],
    [
      'an agent that takes over, in another version',
      {
        ...{
          'desk default': version({}, toBilling),
          'billing default': version(),
          'billing draft': version({ rules: [1] }),
        },
        'desk draft': version({}, [{ transferTo: 'billing', agentVersion: 'DRAFT' }]),
      },
      expect.arrayContaining([
        ['another agent that it hands over to', null],
        ['behaviour', null],
      ]),
    ],
  ])('%s', (_, versions, expected) => expect(found(versions)).toEqual(expected))
  it('has a print that is another where one who takes over is', () => {
    const print = (billing: VersionedAgent) => {
      const agents: Record<string, VersionedAgent> = { desk: version({}, toBilling), billing }
      const plan = { agent: { value: 'desk', at: { line: 1, column: 1, length: 1 } }, version: 'default' }
      return printPlans(new Map([['x', plan]]), (agent) => agents[agent], null).get('x')
    }
    expect(print(version())).toBe(print(version()))
    expect(print(version())).not.toBe(print(version({ rules: [1] })))
    expect(print(version({ kind: 'remote' }))).toMatch(/^part /)
  })
  it('has a print that is another where those whom it calls are', () => {
    const print = (says?: string): string | undefined => {
      const customer = { number: '15550142', name: null, outcomes: [], afterwards: 'hangs up' as const }
      const customers = says === undefined ? [] : [{ ...customer, says: [says] }]
      const find = Object.assign(() => version(), { customers })
      const plan = { agent: { value: 'desk', at: { line: 1, column: 1, length: 1 } }, version: 'default' }
      return printPlans(new Map([['x', plan]]), find, null).get('x')
    }
    expect(print('Yes')).toBe(print('Yes'))
    expect(new Set([print('Yes'), print('No'), print()]).size).toBe(3)
  })
})

describe('what differs in blueprints', () => {
  const makeVersion = (number: number, during: string[], agentsList: object[] = []) => ({
    ...{ number, keptOn: '2026-11-20', config: config(agentsList, during) as never },
  })
  const sources = (...all: ReturnType<typeof makeVersion>[]): BlueprintSources => ({
    listed: [],
    findKept: (_, number) => all.find((each) => each.number === number) ?? null,
  })
  const between = (from: BlueprintSources, b = '2') =>
    differencesOf({ agent: 'desk', version: '1' }, { agent: 'desk', version: b }, null, from).differences.map(
      ({ what, touches }) => [what, touches?.tools ?? null],
    )
  it('is told by the names of tools, and by nothing else of them', () => {
    expect(between(sources(makeVersion(1, ['look_up', 'pay']), makeVersion(2, ['pay'])))).toEqual([
      ['the tool look_up (gone)', ['look_up']],
    ])
  })
  it('is everything where it cannot be seen', () => {
    for (const all of [
      between(sources(makeVersion(1, []))),
      between(sources(makeVersion(1, [])), 'draft'),
      between(sources(makeVersion(1, ['pay']), makeVersion(2, ['pay']))),
      between(sources(makeVersion(1, ['pay'], toBilling), makeVersion(2, [], toBilling))),
      differencesOf({ agent: 'desk', version: '1' }, { agent: 'other', version: '1' }, null, sources()).differences.map(
        ({ what, touches }) => [what, touches],
      ),
    ])
      expect(all).toEqual([[expect.any(String), null]])
  })
})
