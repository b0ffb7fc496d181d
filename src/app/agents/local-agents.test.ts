import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { settle } from '../config/settings.ts'
import { projectNames } from '../target/editor-schemas.ts'
import { findIdlePrompts, isIdlePrompt } from './find-idle-prompts.ts'
import { type AskedVersion, localAgents, localVersions } from './local-agents.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-local-agents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'agent.ts'), "export default () => ({ say: 'hi' })\n")
writeFileSync(
  join(folder, 'workspace.yaml'),
  `workspace: W
keys: [k]
agents:
  - agent: desk
    id: desk
    published: 1
    versions:
      1: { module: ./agent.ts, tools: { refund: { output: done } } }
      2: { module: ./agent.ts, functions: { during: [find] }, tools: { find: { output: x }, refund: { output: done } } }
      3: { chat completions: http://127.0.0.1:9/v1 }
      4: { module: ./agent.ts }
      5: { chat completions: http://127.0.0.1:9/v1, tools: { refund: { output: done } } }
      6: { webhook: http://127.0.0.1:9/hook, tools: { refund: { output: done } } }
      7: { ag-ui: http://127.0.0.1:9/, tools: { refund: { output: done } } }
      8: { webhook: http://127.0.0.1:9/hook }
      9: { initial message: Hi, otherwise: [{ say: hi }], tools: { refund: { output: done } } }
`,
)

it('says of a prompt that alone differs that rules do not read it, once', async () => {
  const idle = join(folder, 'idle')
  mkdirSync(idle)
  writeFileSync(
    join(idle, 'workspace.yaml'),
    `workspace: I
keys: [k]
agents:
  - agent: desk
    id: desk
    published: 1
    versions:
      1: { prompt: Be kind., rules: [{ id: a, when: /hi/, do: [{ say: Hello }] }], otherwise: [{ say: What? }] }
    draft: { based on: 1, prompt: Be short. }
`,
  )
  writeFileSync(join(idle, 'agent.ts'), "export default () => ({ say: 'hi' })\n")
  const find = await localVersions(idle, [])
  const describePair = (a: string, b: string): string[] => {
    const pair = [a, b].map((version) => ({ agent: 'desk', version }))
    const [one = { agent: '', version: '' }, other = one] = pair
    return findIdlePrompts(
      [find, find],
      [
        [one, other],
        [one, other],
      ],
    ).map(
      ({ message, hint, place }) =>
        `${place?.file.split('/').at(-1)}:${place?.at.line}:${place?.at.column}: ${message}; ${hint}`,
    )
  }
  expect(describePair('default', 'draft')).toEqual([
    'workspace.yaml:9:35: desk: the prompt of draft differs, but what answers is not given it, so no turn shows it; let a model answer (docs/models.md: init --kind model --agent NAME), or take the prompt out of the file',
  ])
  expect([describePair('1', '1'), describePair('1', '9')]).toEqual([[], []])
})

const rule = (when: string): string => `rules: [{ id: a, when: /${when}/, do: [{ say: Hello }] }]`
const http = (version: string): string =>
  `http: { url: "http://127.0.0.1:9/", body: { m: "{{message}}", v: "${version}" }, answer: { reply: /r } }`

it.each([
  ['rules on both sides', rule('hi'), rule('hi'), true],
  ['rules that differ as well', rule('hi'), rule('ho'), true],
  ['a tool that differs as well', rule('hi'), `${rule('hi')}, tools: { find: { output: x } }`, true],
  ['rules instead of a model', 'model: openai/gpt-5-mini', rule('hi'), true],
  ['a member of the blueprint', `${rule('hi')}, blueprint: { prompts: { system: x } }`, rule('hi'), true],
  ['recordings', 'recordings: talks.jsonl', 'recordings: talks.jsonl', true],
  ['one module', 'module: ./agent.ts', 'module: ./agent.ts', true],
  ['one module, and other tools', 'module: ./agent.ts', 'module: ./agent.ts, tools: { find: { output: x } }', true],
  ['two exports of a module', 'module: ./agent.ts', 'module: ./agent.ts#draft', false],
  ['a module instead of rules', rule('hi'), 'module: ./agent.ts', false],
  ['one webhook', 'webhook: http://127.0.0.1:9/', 'webhook: http://127.0.0.1:9/', true],
  ['two webhooks', 'webhook: http://127.0.0.1:9/', 'webhook: http://127.0.0.1:9/draft', false],
  ['one address', http('x'), http('x'), true],
  ['one address that is told the version', http('{{version}}'), http('{{version}}'), false],
  ['chat completions', 'chat completions: http://127.0.0.1:9/v1', 'chat completions: http://127.0.0.1:9/v1', false],
  ['a model', 'model: openai/gpt-5-mini', 'model: openai/gpt-5-mini', false],
])('knows whether a prompt that differs is read, with %s', async (_, one, other, isIdle) => {
  const own = mkdtempSync(join(folder, 'own-'))
  const prompt = (text: string): string => (one.includes('blueprint') ? '' : `prompt: ${text}, `)
  writeFileSync(join(own, 'agent.ts'), "export default () => ({ say: 'hi' })\n")
  writeFileSync(join(own, 'talks.jsonl'), '{"id":"a","turns":[]}\n')
  const versions = `versions: { 1: { ${prompt('Be kind.')}${one} } }\n    draft: { ${prompt('Be short.')}${other} }`
  writeFileSync(
    join(own, 'workspace.yaml'),
    `workspace: I\nkeys: [k]\nagents:\n  - agent: desk\n    id: desk\n    published: 1\n    ${versions}\n`,
  )
  const find = await localVersions(own, [])
  const pair = ['default', 'draft'].map((version) => ({ agent: 'desk', version })) as [AskedVersion, AskedVersion]
  expect(isIdlePrompt([find, find], pair)).toBe(isIdle)
})

describe('the tools of an agent in a workspace', () => {
  it.each([
    ['1', ['refund']],
    ['2', ['find']],
  ])(
    'are those that its blueprint lists, or all of its own where it lists none: version %s',
    async (version, tools) => {
      const lookup = (await localAgents(folder)).find('desk', version)
      expect(lookup.kind === 'known' && [...lookup.facts.tools.keys()]).toEqual(tools)
    },
  )
  it('are those that editors offer', async () => {
    const restricted = join(folder, 'restricted')
    mkdirSync(restricted)
    writeFileSync(
      join(restricted, 'workspace.yaml'),
      `workspace: R
keys: [k]
agents:
  - agent: desk
    id: desk
    published: 1
    versions:
      1: { module: ../agent.ts, functions: { during: [find] }, tools: { find: { output: x }, refund: { output: done } } }
`,
    )
    const names = await projectNames(await settle([], { workspace: restricted }, {}))
    expect(names).toEqual({ agents: ['desk'], versions: ['default', 'draft', '1'], tools: ['find'] })
  })
  it.each([
    ['1', false],
    ['5', true],
    ['6', true],
    ['7', true],
    ['9', false],
  ])(
    'are those that a version lists, whatever plays it, and more where it runs elsewhere: version %s',
    async (version, open) => {
      const lookup = (await localAgents(folder)).find('desk', version)
      expect(lookup).toMatchObject({ kind: 'known', facts: { open } })
      expect(lookup.kind === 'known' && [...lookup.facts.tools.keys()]).toEqual(['refund'])
    },
  )
  it.each([
    ['1', null],
    ['3', false],
    ['5', null],
    ['6', false],
    ['7', null],
    ['8', false],
  ])('calls may go unseen over a webhook, and where nothing is offered: version %s', async (version, certain) => {
    expect((await localAgents(folder)).shows?.('desk', version)?.certain ?? null).toBe(certain)
  })
  it.each(['3', '4', '8'])(
    'are not known where the agent runs elsewhere or has its own, and nobody lists them: version %s',
    async (version) => {
      expect((await localAgents(folder)).find('desk', version)).toEqual({ kind: 'not listed' })
    },
  )
})
