import { describe, expect, it } from 'vitest'
import { readWorkspace } from './load-workspace.ts'
import { changeAgent } from './saved-agents.ts'

const live = { module: './build-behaviour.test.ts#x' }
const workspace = (rest: object): ReturnType<typeof readWorkspace> =>
  readWorkspace(
    { workspace: 'w', keys: ['k'], agents: [{ agent: 'desk', id: 'd', versions: {} }], ...rest },
    import.meta.filename,
  )
const versions = (fields: object): ReturnType<typeof readWorkspace> =>
  workspace({ agents: [{ agent: 'desk', id: 'desk', versions: fields }] })
const messagesOf = (loaded: ReturnType<typeof readWorkspace>): string[] =>
  loaded.ok ? [] : loaded.problems.map(({ message }) => message)

describe('the behaviour of a version', () => {
  it('is of one kind', () => {
    const rules = [{ id: 'a', when: 'x', do: [{ say: 'y' }] }]
    expect(messagesOf(versions({ 1: { rules, module: './build-behaviour.test.ts' } }))).toEqual([
      'a version is one kind of agent, not rules and module at once',
    ])
    expect(messagesOf(versions({ 1: { model: 'openai/x', webhook: 'http://127.0.0.1:1' } }))).toEqual([
      'a version is one kind of agent, not webhook and model at once',
    ])
  })
  it('asks nobody where it is scripted, whether it says so or the version before it does', () => {
    const thinks = { module: './build-behaviour.test.ts', tools: { find: live } }
    expect(messagesOf(versions({ 1: { tools: { find: live } } }))).toEqual([
      'a scripted agent asks nobody: its tools have outputs or cases',
    ])
    const otherwise = [{ say: 'Hello' }]
    expect(messagesOf(versions({ 1: thinks, 2: { 'based on': 1, otherwise } }))).toEqual([
      'a scripted agent asks nobody, but find of this version is live',
    ])
    expect(
      messagesOf(versions({ 1: thinks, 2: { 'based on': 1, otherwise, tools: { find: { output: 1 } } } })),
    ).toEqual([])
  })
  it('has models that there can be, used or not', () => {
    const models = {
      good: 'openai/gpt-5-mini',
      host: { use: 'openai-compatible', 'base url': 'http://127.0.0.1:1/v1' },
    }
    expect(messagesOf(workspace({ models }))).toEqual([])
    expect(messagesOf(workspace({ models: { ...models, bad: 'opnai/gpt-5-mini' } }))).toEqual([
      expect.stringContaining('opnai'),
    ])
  })
  it('reads no files and loads no code for an agent that came over HTTP', () => {
    const loaded = workspace({ models: { house: 'openai/gpt-5-mini' } })
    if (!loaded.ok) throw new Error(messagesOf(loaded).join())
    const putVersion = (version: object): string | undefined =>
      changeAgent(loaded.workspace, {
        kind: 'agent',
        workspace: 'w',
        stated: JSON.parse(JSON.stringify({ agent: 'new', id: 'n', versions: { 1: version } })),
      })?.reason
    expect(putVersion({ model: 'house' })).toBeUndefined()
    expect(putVersion({ recordings: '/etc/hostname' })).toContain('an agent that came over HTTP names no file')
    expect(putVersion({ module: './agent.ts' })).toContain('an agent that came over HTTP names no code')
    expect(putVersion({ model: { use: 'openai/gpt-5-mini', 'base url': 'http://127.0.0.1:1' } })).toContain(
      'an agent that came over HTTP has a model of the workspace',
    )
  })
})
