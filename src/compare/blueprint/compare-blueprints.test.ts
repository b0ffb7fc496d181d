import { describe, expect, it } from 'vitest'
import type { Blueprint, BlueprintConfig } from '../../wire/api/blueprint.ts'
import { configOf } from './blueprint.fixture.ts'
import { cleanConfig } from './clean-config.ts'
import { compareBlueprints } from './compare-blueprints.ts'
import { seeBlueprint } from './see-blueprint.ts'

const sightOf = (label: string, config: BlueprintConfig) => ({
  kind: 'seen' as const,
  label,
  config: cleanConfig(config),
})
const changesOf = (a: BlueprintConfig, b: BlueprintConfig) =>
  compareBlueprints('desk', sightOf('version 1', a), sightOf('draft', b)).changes

describe('compareBlueprints', () => {
  it('tells prompts by words, lists by what came and went, settings by value, in this order', () => {
    const a = configOf()
    const b = configOf({
      llmService: { provider: 'local', model: 'scripted', temperature: 0.7 },
      functionSettings: { preCall: [], duringCall: ['lookup', 'refund'], postCall: [] },
      agentsList: [{ transferTo: 'human-desk', useBaseSettings: true, agentVersion: 'DEFAULT' }],
    })
    b.agentInstructions.systemContext = [{ system: 'Be brief.' }, { system: 'Always promise a refund.' }]
    expect(changesOf(a, b)).toEqual([
      {
        path: 'prompts.system',
        kind: 'text',
        words: [
          { kind: 'same', text: 'Be brief.\n\n' },
          { kind: 'removed', text: 'Never' },
          { kind: 'added', text: 'Always' },
          { kind: 'same', text: ' promise a refund.' },
        ],
      },
      { path: 'functions.duringCall', kind: 'list', removed: ['cancel'], added: ['refund'] },
      {
        path: 'agentsList',
        kind: 'list',
        removed: [],
        added: ['human-desk (version default, with the settings of this agent)'],
      },
      { path: 'llmService.temperature', kind: 'value', a: '0', b: '0.7' },
    ])
    expect(changesOf(a, configOf())).toEqual([])
  })
  it('ignores where nodes are drawn, when something was saved and how links are signed', () => {
    const node = (x: number, sign: string, say: string) => ({
      id: 'greet',
      type: 'say',
      data: { say, audio: `https://u:p@x.com/a.mp3?sig=${sign}` },
      position: { x, y: 1 },
    })
    const [a, b] = [configOf(), configOf()]
    a.agentInstructions.conversationalFlow.nodes = [node(1, 'abc', 'hi')]
    b.agentInstructions.conversationalFlow.nodes = [node(2, 'def', 'hello')]
    const later = { ...b, updatedAt: '2026-11-20T10:00:00Z' }
    expect(changesOf(a, later)).toEqual([
      { path: 'agentInstructions.conversationalFlow.nodes.greet.data.say', kind: 'value', a: '"hi"', b: '"hello"' },
    ])
    expect(JSON.stringify(cleanConfig(a))).not.toMatch(/abc|u:p/)
  })
  it('shows a short text as words where the other side is a long one', () => {
    const say = (text: string) => ({ ...configOf(), note: text })
    const long = 'Never tell anybody what the weather is like'
    expect(changesOf(say('Be "kind"'), say(long))).toEqual([
      {
        path: 'note',
        kind: 'text',
        words: [
          { kind: 'removed', text: 'Be "kind"' },
          { kind: 'added', text: long },
        ],
      },
    ])
  })
  it('tells members that only one side has, and lists in another order', () => {
    const [a, b] = [configOf(), { ...configOf(), speech: { rate: 2 } }]
    a.sttService.keywords = ['one', 'two']
    b.sttService.keywords = ['two', 'one']
    expect(changesOf(a, b)).toEqual([
      { path: 'speech.rate', kind: 'value', b: '2' },
      { path: 'sttService.keywords', kind: 'value', a: 'one, two', b: 'two, one' },
    ])
  })
})

describe('seeBlueprint', () => {
  const blueprint: Blueprint = {
    agentId: 'desk',
    config: configOf(),
    version: { name: 'v3', description: '', number: 3 },
  }
  const nothing = { listed: [blueprint], findKept: () => null }
  const label = (version: string, sources: Parameters<typeof seeBlueprint>[2], agent = 'desk'): string => {
    const sight = seeBlueprint(agent, version, sources)
    return sight.kind === 'seen' ? sight.label : `unseen: ${sight.reason}`
  }
  it('sees the published version, and an earlier one as it was kept', () => {
    expect(label('default', nothing)).toBe('version 3')
    expect(label('3', nothing)).toBe('version 3')
    const snapshot = { number: 2, keptOn: '2026-11-20', config: cleanConfig(configOf()) }
    const findKept = (_: string, version: number) => (version === 2 ? snapshot : null)
    expect(label('2', { listed: [blueprint], findKept })).toBe('version 2, as kept on 2026-11-20')
    expect(label('2', { listed: null, findKept })).toBe('version 2, as kept on 2026-11-20')
  })
  it('says why it sees nothing', () => {
    expect(label('draft', nothing)).toBe('unseen: the service does not show the draft of desk')
    expect(label('2', nothing)).toBe(
      'unseen: the service does not list version 2 of desk, and it was not kept; it lists version 3',
    )
    expect(label('default', nothing, 'shop')).toBe(
      'unseen: the service lists no agent with the id shop, and the published version was not kept',
    )
    expect(label('default', { ...nothing, listed: [blueprint, blueprint] })).toMatch(
      /^unseen: the service lists desk more than once/,
    )
    const missing = 'the agent desk has no version 2; its versions are 1, 3'
    expect(label('2', { ...nothing, listed: null, readWorkspace: () => ({ missing }) })).toBe(`unseen: ${missing}`)
    expect(label('2', { ...nothing, listed: null })).toMatch(
      /^unseen: what the service lists of its agents could not be read/,
    )
    const unseen = compareBlueprints(
      'desk',
      seeBlueprint('desk', 'default', nothing),
      seeBlueprint('desk', 'draft', nothing),
    )
    expect(unseen).toEqual({
      agent: 'desk',
      a: 'version 3',
      b: null,
      unseen: 'the service does not show the draft of desk',
      changes: [],
    })
  })
  it('sees every version of a local workspace', () => {
    const sources = { ...nothing, readWorkspace: () => ({ number: null, config: configOf() }) }
    expect([label('draft', sources), label('2', sources)]).toEqual(['draft', 'version 2'])
  })
})
