import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json/json.ts'
import { defaultConfig } from '../build-agent.ts'
import { loadWorkspace } from '../load-workspace.ts'
import { readAgent, versionIn } from './read-agent.ts'
import { functionsOf, type PulledVersion, putAt } from './state-blueprint.ts'
import { type PulledAgent, writeAgent } from './write-agent.ts'

const root = resolve(import.meta.dirname, '../../../..')
const folders = ['fixtures', 'tests'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|[\\/])workspace\.yaml$/.test(name) && !name.includes('node_modules'))
    .map((name) => dirname(join(root, top, name))),
)

/**
 * Every version of every agent in the workspaces of this repository, including drafts, as a service would list it.
 */
const rows = folders.flatMap((folder) => {
  const loaded = loadWorkspace(folder)
  if (!loaded.ok) return []
  return loaded.workspace.agents.flatMap(({ name, agentId, versions, draft }) =>
    [...versions.values(), ...(draft === null ? [] : [draft])].map(({ label, number, description, config }) => ({
      title: `${folder.slice(root.length + 1)} ${name} ${label}`,
      agent: agentOf(
        [{ number, name: `${name} v${number}`, description, config: config as unknown as JsonObject }],
        name,
        agentId,
      ),
    })),
  )
})

function agentOf(versions: PulledVersion[], name = 'desk', agentId = name): PulledAgent {
  return { name, agentId, published: versions.at(-1)?.number ?? null, versions, source: 'https://api.example.com' }
}

function readBack(agent: PulledAgent): (PulledVersion | undefined)[] {
  const read = readAgent(writeAgent(agent), 'agents/desk.yaml')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  expect([read.agent.name, read.agent.agentId, read.agent.published]).toEqual([
    agent.name,
    agent.agentId,
    agent.published,
  ])
  return agent.versions.map(({ number }) => versionIn(read.agent, number))
}

/** A configuration with some members replaced. */
function configWith(...members: [path: string, value: unknown][]): JsonObject {
  const config = defaultConfig() as unknown as JsonObject
  for (const [path, value] of members) putAt(config, path.split('.'), value as never)
  return config
}

const version = (number: number, config: JsonObject, more: Partial<PulledVersion> = {}): PulledVersion => ({
  ...{ number, name: `desk v${number}`, description: '', config },
  ...more,
})

describe('writeAgent', () => {
  it('knows workspaces', () => {
    expect(rows.length).toBeGreaterThan(15)
  })
  it.each(rows)('gives back the blueprint of $title, member by member', ({ agent }) => {
    expect(readBack(agent)).toEqual(agent.versions)
  })

  const odd: [what: string, ...members: [path: string, value: unknown][]][] = [
    [
      'empty texts and lists',
      ['agentInstructions.initialMessage.firstSpeaker', ''],
      ['agentInstructions.systemContext', []],
    ],
    ['an empty prompt', ['agentInstructions.systemContext', [{ system: '' }, { system: 'x' }]]],
    ['a prompt that has more', ['agentInstructions.systemContext', [{ system: 'x', cached: true }]]],
    ['unknown members', ['ttsService.style', { mood: 'calm' }], ['extra', [1, null]], ['extra2.deep.er', '']],
    ['odd functions', ['functionSettings.duringCall', ['a b', '', 'null', '7']], ['functionSettings.later', ['x']]],
    ['handoffs of other kinds', ['agentsList', [{ transferTo: 'a', useBaseSettings: false, agentVersion: '2' }]]],
    [
      'variables that a mapping cannot hold',
      [
        'dynamicVariablesConfig',
        [
          { name: '1', description: '' },
          { name: 'a', description: 'x' },
          { name: 'a', description: 'y' },
        ],
      ],
    ],
    ['variables without a description', ['dynamicVariablesConfig', [{ name: 'a', description: '' }]]],
    [
      'numbers that YAML readers do not agree on',
      ['llmService.temperature', 1e-7],
      ['ttsService.speed', 1.5e15],
      ['ttsService.pitch', -2.5e-10],
    ],
    ['names from the prototype', ['extra', JSON.parse('{ "__proto__": { "a": 1 }, "constructor": 2 }')]],
    [
      'words that YAML takes for something else',
      ['ttsService.language', 'no'],
      ['callSettings.transferTo', '+15550100'],
      ['callSettings.transferDtmf', '012'],
    ],
    [
      'a list in a list',
      ['agentInstructions.conversationalFlow.edges', [['a', ['b\nc']], [], {}, { x: 'one\ntwo\n' }, 'one\n\ntwo']],
    ],
  ]
  it.each(odd)('gives back %s', (_, ...members) => {
    const config = configWith(...members)
    expect(
      readBack(agentOf([version(1, config), version(2, config, { name: '', description: 'x' })]))[0]?.config,
    ).toEqual(config)
  })

  const prompts = [
    ...[
      '\u001b[2J',
      'a\u0000b',
      '\u202egnp.exe',
      '\ud800',
      '\ufeffx',
      'a\u2028b\nc',
      'CON',
      'no',
      '-2+3',
      '!!js/function "x" &a *a',
      '<<: *base',
    ],
    ...[
      'a\nb',
      'a\n',
      'a\n\n',
      '\na',
      ' a\nb',
      'a \nb',
      'a\n\tb',
      'a\r\nb',
      '\n',
      'a\n---\nb\n...\n',
      '# a\n# b',
      '- a\n- b',
      'a: b\nc: &d *d',
      '%YAML\n',
      '```\n{{x}} ${y}\n```',
    ],
    `${'- '.repeat(30)}x\ny`,
    `${'[{'.repeat(120)}\nx`,
    `${' '.repeat(1200)}x\n${' '.repeat(1200)}x`,
    'x'.repeat(70_000),
  ]
  it.each(prompts.map((text) => [text.length > 60 ? `${text.slice(0, 60)}…` : text, text]))(
    'gives back the prompt %j',
    (_, text) => {
      const config = configWith(
        ['agentInstructions.systemContext', [{ system: text }, { system: `${text}2` }]],
        ['ttsService.style', { x: [text] }],
      )
      const single = configWith(['agentInstructions.systemContext', [{ system: text }]])
      expect(readBack(agentOf([version(1, config), version(2, single)])).map((each) => each?.config)).toEqual([
        config,
        single,
      ])
    },
  )

  it('writes a file that says what is to be filled in, and where', () => {
    const config = configWith(
      ['agentInstructions.systemContext', [{ system: 'You are the order desk.\n\n# Rules\n- Be brief.\n' }]],
      ['agentInstructions.initialMessage.messageContent', 'Hello ${name}!'],
      ['functionSettings.preCall', ['load_customer']],
      ['functionSettings.duringCall', ['lookup_order', 'refund']],
      ['dynamicVariablesConfig', [{ name: 'name', description: 'How to address them' }]],
      ['agentsList', [{ transferTo: 'human-desk', useBaseSettings: true, agentVersion: 'DEFAULT' }]],
    )
    const text = writeAgent(agentOf([version(3, config, { name: 'Autumn', description: 'Refunds.' })]))
    expect(text.replace(/ {4}blueprint:[\s\S]*?\n\n/, '    blueprint: …\n\n')).toMatchInlineSnapshot(`
      "# The agent "desk", as "https://api.example.com" lists it: fill in what answers, and the doubles of its functions.
      # "tableread pull" again brings what changed there, and keeps what you wrote.
      agent: desk
      id: desk
      published: 3

      versions:
        3:
          name: Autumn
          description: Refunds.
          # What answers is not part of what a service lists. Until something is here each turn is refused, so that nothing passes by accident:
          # a model that has the prompt and the tools below, or rules: as in docs/local-service.md of Tableread.
          # model: openai/gpt-5-mini
          not filled in: true
          prompt: |
            You are the order desk.

            # Rules
            - Be brief.
          initial message: "Hello \${name}!"
          first speaker: user
          variables: { name: How to address them }
          functions: { pre: [load_customer], during: [lookup_order, refund], post: [] }
          hands off to: [human-desk]
          # A double for each function. Write output: (or error:, or cases:) in place of "not filled in": until then each call
          # of it fails. A model also reads what it does (description:) and what it takes (parameters:, a JSON Schema).
          tools:
            load_customer:
              not filled in: true
            lookup_order:
              not filled in: true
            refund:
              not filled in: true
          # All other settings.
          blueprint: …

      # A service lists no drafts. Yours, to rehearse what comes next:
      # draft:
      #   based on: 3
      #   prompt: what it is told from then on
      "
    `)
    const read = readAgent(text, 'desk.yaml')
    const behaviour = read.ok ? read.agent.versions.get(3)?.behaviour : undefined
    expect(behaviour).toMatchObject({ kind: 'scripted', unfilled: true })
    expect(functionsOf(config)).toEqual(['load_customer', 'lookup_order', 'refund'])
    const reading = readAgent(text.replace('not filled in: true', 'otherwise: [{ say: hi }]'), 'desk.yaml')
    expect(reading.ok && reading.agent.versions.get(3)?.behaviour).not.toHaveProperty('unfilled')
  })
})

it.each([
  ['words', 'x '],
  ['one word', 'x'],
  ['lines', 'x y z\n'],
  ['quotes', '"\\a '],
  ['brackets', '[{'],
  ['dashes', '- '],
])(
  'a prompt of 10 MB is written, whatever it is made of (%s), and one of a file is read back',
  { tags: 'stress' },
  (_, piece) => {
    const prompt = (size: number): JsonObject =>
      configWith(['agentInstructions.systemContext', [{ system: piece.repeat(size / piece.length) }]])
    expect(writeAgent(agentOf([version(1, prompt(10_000_000))])).length).toBeGreaterThan(10_000_000)
    const one = version(1, prompt(900_000))
    expect(readBack(agentOf([one]))).toEqual([one])
  },
)
