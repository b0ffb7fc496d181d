import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { settle } from '../config/settings.ts'
import { projectNames } from '../target/editor-schemas.ts'
import { findIdlePrompts, localAgents, localVersions } from './local-agents.ts'

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
      2: { based on: 1, prompt: Be short., rules: [{ id: a, when: /ho/, do: [{ say: Hello }] }] }
      3: { based on: 1, module: ./agent.ts, prompt: Be short. }
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
    'workspace.yaml:11:35: desk: the prompt of draft differs, but this agent answers by rules: its prompt is not used; let a model answer (docs/models.md: init --kind model --agent NAME), or change the rules',
  ])
  expect([describePair('1', '2'), describePair('1', '3'), describePair('1', '1'), describePair('1', '9')]).toEqual([
    [],
    [],
    [],
    [],
  ])
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
  it.each(['3', '4', '8'])(
    'are not known where the agent runs elsewhere or has its own, and nobody lists them: version %s',
    async (version) => {
      expect((await localAgents(folder)).find('desk', version)).toEqual({ kind: 'not listed' })
    },
  )
})
