import { describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../../base/json/json.ts'
import { yamlLibrary } from '../../../suite/yaml/yaml-library.ts'
import { defaultConfig } from '../build-agent.ts'
import { readAgent } from './read-agent.ts'
import { type PulledVersion, putAt } from './state-blueprint.ts'
import { updateAgent } from './update-agent.ts'
import { type PulledAgent, writeAgent } from './write-agent.ts'

/** A version of an agent, with some members replaced. */
function version(number: number, ...members: [path: string, value: unknown][]): PulledVersion {
  const config = defaultConfig() as unknown as JsonObject
  putAt(config, ['agentInstructions', 'systemContext'], [{ system: 'Be brief.\nNever promise.' }])
  putAt(config, ['functionSettings', 'duringCall'], ['look', 'cancel'])
  for (const [path, value] of members) putAt(config, path.split('.'), value as never)
  return { number, name: `desk v${number}`, description: '', config }
}

const agent = (...versions: PulledVersion[]): PulledAgent => ({
  ...{ name: 'desk', agentId: 'desk', published: versions.at(-1)?.number ?? null, versions, source: 'here' },
})

/** A file that somebody has filled in. */
const fullText = writeAgent(agent(version(3)))
  .replace('    not filled in: true\n', '    rules: # mine\n      - { id: hi, when: hi, do: [{ say: Hello }] }\n')
  .replace('      look:\n        not filled in: true', '      look:\n        output: { found: true } # as it is')

/** The result of a pull into the file; `before` is what the service listed at the last pull. */
function pull(live: PulledAgent, before: PulledVersion[] | null = [version(3)], text = fullText, force = false) {
  const note = before === null ? null : { published: before.at(-1)?.number ?? null, versions: before }
  const updated = updateAgent(text, live, { path: 'desk.yaml', before: note, force, hide: (each) => each })
  if (!updated.ok) throw new Error(JSON.stringify(updated.problems))
  return updated
}

const comments = (text: string): string[] => text.match(/#.*/g) ?? []

describe('updateAgent', () => {
  it('takes time by the versions of a file, not by their square', { tags: 'stress' }, () => {
    const many = agent(...Array.from({ length: 400 }, (_, index) => version(index)))
    const text = writeAgent(many)
    expect(pull(many, many.versions, text).text).toBe(text)
  })

  it('reads the whole file a few times for each version that changed, however many members of it did', {
    tags: 'slow',
  }, () => {
    const many = Array.from({ length: 12 }, (_, index) => version(index))
    const text = writeAgent(agent(...many))
    const parse = vi.spyOn(yamlLibrary(), 'parseDocument')
    const live = many.map((each) => ({ ...each, name: `new ${each.number}`, description: `new ${each.number}` }))
    expect(pull(agent(...live), many, text).text).toContain('new 11')
    const characters = parse.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0)
    parse.mockRestore()
    expect(characters / text.length / many.length).toBeLessThan(5)
  })

  it('changes nothing where the service lists what it listed', () => {
    expect(pull(agent(version(3))).text).toBe(fullText)
  })

  /** Each of these changes on the service, and then back again. */
  const members: [path: string, value: unknown][] = [
    ['agentInstructions.systemContext', [{ system: 'Be kind.\nNever promise.' }]],
    ['agentInstructions.systemContext', [{ system: 'One.' }, { system: 'Two.' }]],
    ['agentInstructions.systemContext', []],
    ['agentInstructions.systemContext', [{ system: 'x', cached: true }]],
    ['agentInstructions.initialMessage.messageContent', 'Good day'],
    ['agentInstructions.initialMessage.firstSpeaker', ''],
    [
      'agentInstructions.conversationalFlow.nodes',
      [{ id: 'a', type: 'b', data: { say: 'x\ny' }, position: { x: 1, y: 2 } }],
    ],
    ['functionSettings.duringCall', ['look', 'refund']],
    ['functionSettings.preCall', ['load']],
    ['functionSettings.postCall', ['']],
    ['functionSettings.later', ['x']],
    ['agentsList', [{ transferTo: 'other', useBaseSettings: true, agentVersion: 'DEFAULT' }]],
    ['agentsList', [{ transferTo: 'other', useBaseSettings: false, agentVersion: '2' }]],
    ['dynamicVariablesConfig', [{ name: 'order', description: 'Its number' }]],
    ['dynamicVariablesConfig', [{ name: '1', description: 'Its number' }]],
    ['llmService.temperature', 1e-7],
    ['sttService.keywords', ['a', 'b']],
    ['ttsService.style', { mood: 'calm' }],
    ['ttsService.style', 'calm'],
    ['more', { deep: [1, { x: null }] }],
  ]
  it.each(members)(
    'brings in %s as %j, and takes it back, and loses nothing that was written',
    { tags: 'slow' },
    (path, value) => {
      const live = version(3, [path, value])
      const once = pull(agent(live))
      expect(once.versions[0]?.after).toEqual(live)
      const twice = pull(agent(version(3)), [live], once.text)
      expect(twice.versions[0]?.after).toEqual(version(3))
      for (const text of [once.text, twice.text]) {
        expect(comments(text).sort()).toEqual(comments(fullText).sort())
        expect(text).toContain('- { id: hi, when: hi, do: [{ say: Hello }] }')
        expect(text).toContain('output: { found: true } # as it is')
      }
    },
  )
  it.each(members)(
    'keeps %s as %j where the file says so, and with force takes what is listed',
    { tags: 'slow' },
    (path, value) => {
      const own = pull(agent(version(3, [path, value]))).text
      const update = pull(agent(version(3)), [version(3)], own)
      expect([update.text, update.versions[0]?.contested]).toEqual([own, []])
      expect(pull(agent(version(3)), null, own).text).toBe(own)
      expect(pull(agent(version(3)), [version(3)], own, true).versions[0]?.after).toEqual(version(3))
    },
  )
  it('brings in one member and keeps another, and says which was changed on both sides', () => {
    const own = fullText.replace('Never promise', 'Always promise').replace('temperature: 0', 'temperature: 0.5')
    const live = version(3, ['llmService.temperature', 1], ['ttsService.speed', 2])
    const { versions, text } = pull(agent(live), [version(3)], own)
    expect(versions[0]?.contested).toEqual(['llmService.temperature'])
    expect(text).toContain('Always promise')
    expect([text.includes('temperature: 0.5'), text.includes('speed: 2')]).toEqual([true, true])
  })
  it('gives new functions doubles, and keeps those of functions that are gone', () => {
    const { versions, text } = pull(agent(version(3, ['functionSettings.duringCall', ['cancel', 'refund']])))
    expect(versions[0]?.doubles).toEqual(['refund'])
    expect(text).toContain('      cancel:\n        not filled in: true\n      refund:\n        not filled in: true\n')
    expect(text).toContain('output: { found: true }')
    const bare = 'agent: desk\nid: desk\nversions:\n  3: { description: x }\n'
    expect(pull(agent(version(3)), null, bare, true).versions[0]?.after).toEqual(version(3))
  })
  it('adds a new version that takes over what answers, and the doubles', () => {
    const live = version(4, ['functionSettings.duringCall', ['look', 'refund']], ['ttsService.style', { a: 1 }])
    const { text, versions, published } = pull(agent(live))
    expect([versions[0]?.before, versions[0]?.after, versions[0]?.doubles]).toEqual([null, live, ['refund']])
    expect(published).toEqual({ before: 3, after: 4 })
    const read = readAgent(text, 'desk.yaml')
    expect(read.ok && read.agent.versions.get(4)?.behaviour).toMatchObject({
      rules: [{ id: 'hi' }],
      tools: [{ name: 'refund', unfilled: true }, { name: 'look' }, { name: 'cancel', unfilled: true }],
    })
    const back = pull(agent(version(5)), [version(3), live], text)
    expect([back.versions[0]?.after, comments(back.text).length >= comments(fullText).length]).toEqual([
      version(5),
      true,
    ])
  })
  it('leaves the published version as somebody has set it', () => {
    const own = fullText
      .replace('published: 3', 'published: 2')
      .replace('versions:', 'versions:\n  2: { description: old }')
    expect(pull(agent(version(3)), [version(3)], own).published).toEqual({ before: 2, after: 2 })
    expect(pull(agent(version(3)), [version(3)], own, true).published).toEqual({ before: 2, after: 3 })
  })
  it('says what it cannot change by itself, and changes the rest', () => {
    const own = fullText
      .replace('llmService: {', 'llmService: &llm {')
      .replace('blueprint:\n', 'blueprint:\n      more: *llm\n')
      .replace(/( {6}more: \*llm\n)([\s\S]*?temperature: 0 \}\n)/, '$2$1')
    const last = [version(3, ['more', { provider: 'local', model: 'scripted', temperature: 0 }])]
    const live = version(3, ['more', { provider: 'other', model: 'scripted', temperature: 0 }], ['ttsService.speed', 2])
    const { versions, text } = pull(agent(live), last, own)
    expect([versions[0]?.stuck, text.includes('speed: 2'), text.includes('more: *llm')]).toEqual([
      ['more.provider'],
      true,
      true,
    ])
  })
  it('adds a version to versions in braces', () => {
    const own = 'agent: desk\nid: desk\npublished: 3\nversions: { 3: { description: x, rules: [] } } # all\n'
    const { versions, text } = pull(agent(version(4)), [version(3)], own)
    expect([versions[0]?.after, text.includes('# all'), text.includes('based on')]).toEqual([version(4), true, true])
    const aliased = 'agent: desk\nid: desk\nversions: { 2: &x { description: x }, 3: *x }\n'
    expect(pull(agent(version(4)), null, aliased).versions[0]?.after).toEqual(version(4))
    const odd = 'agent: desk\nid: desk\nversions: { 3: { description: 012 } }\n'
    const refused = updateAgent(odd, agent(version(4)), {
      path: 'a.yaml',
      before: null,
      force: false,
      hide: (each) => each,
    })
    expect(refused).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('version 4') }] })
  })
  it('tells what is wrong with a file that is broken', () => {
    const broken = updateAgent('agent: desk\n', agent(version(3)), {
      path: 'a.yaml',
      before: null,
      force: false,
      hide: (each) => each,
    })
    expect(broken).toMatchObject({ ok: false, problems: [{ file: 'a.yaml', code: 'missing-key' }, {}] })
  })
})
