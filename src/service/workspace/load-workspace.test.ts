import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ScriptedBehaviour } from './agent.ts'
import { type LoadedWorkspace, loadWorkspace } from './load-workspace.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function load(agent: string, more: Record<string, string> = {}): LoadedWorkspace {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-workspace-'))
  folders.push(folder)
  mkdirSync(join(folder, 'agents'))
  writeFileSync(join(folder, 'workspace.yaml'), 'workspace: w\nkeys: [k]\nagents: [agents/a.yaml]\n')
  writeFileSync(join(folder, 'agents/a.yaml'), agent)
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, 'agents', name), text)
  return loadWorkspace(folder)
}

const sound = `agent: a
id: a-1
published: 2
versions:
  1:
    prompt: Be kind.
    functions: { pre: [t] }
    tools: { t: { output: 1, time: 30 ms }, u: { output: 2 } }
    rules:
      - { id: one, when: one, do: [{ say: first }] }
      - { id: two, when: two, do: [{ say: second }] }
  2:
    based on: 1
    rules:
      - { id: new, when: /on/, do: [{ say: newest }] }
draft:
  based on: 2
  tools: { t: { error: broken } }
  rules:
    - { id: two, when: two, do: [{ say: changed }] }
`

const problemsOf = (loaded: LoadedWorkspace) =>
  loaded.ok ? [] : loaded.problems.map(({ code, at, hint }) => [code, at.line, hint])

describe('loadWorkspace', () => {
  it('bases a version on another: what it states replaces, what is new comes first', () => {
    const loaded = load(sound)
    const [agent] = loaded.ok ? loaded.workspace.agents : []
    const rules = (behaviour: unknown) =>
      (behaviour as ScriptedBehaviour).rules.map(
        ({ id, do: [step] }) => `${id}: ${step?.kind === 'say' ? step.text : ''}`,
      )
    expect(rules(agent?.versions.get(1)?.behaviour)).toEqual(['one: first', 'two: second'])
    expect(rules(agent?.versions.get(2)?.behaviour)).toEqual(['new: newest', 'one: first', 'two: second'])
    expect(rules(agent?.draft?.behaviour)).toEqual(['new: newest', 'one: first', 'two: changed'])
    expect(agent?.draft?.config.functionSettings.preCall).toEqual(['t'])
    expect(
      (agent?.draft?.behaviour as ScriptedBehaviour | undefined)?.tools.map(({ name, cases }) => [
        name,
        cases[0]?.isError,
      ]),
    ).toEqual([
      ['t', true],
      ['u', false],
    ])
    expect([agent?.published, agent?.draft?.label, agent?.versions.get(2)?.label]).toEqual([2, 'draft', '2'])
  })
  it.each([
    ['a typo', sound.replace('published', 'publishd'), ['unknown-key', 3, 'did you mean "published"?']],
    [
      'a version that does not exist',
      sound.replace('published: 2', 'published: 5'),
      ['wrong-value', 3, 'the versions are 1, 2'],
    ],
    [
      'a draft that is half published',
      sound.replace('published: 2', 'published: 3'),
      ['wrong-value', 3, 'the versions are 1, 2: move what draft: says below versions:, as number 3'],
    ],
    [
      'a base that comes later',
      sound.replace('based on: 1', 'based on: 7'),
      ['wrong-value', 13, 'a version is based on one that stands before it'],
    ],
    ['a time without unit', sound.replace('30 ms', '30'), ['wrong-type', 8, undefined]],
    [
      'a step that does nothing',
      sound.replace('{ say: first }', '{ payload: x }'),
      ['missing-key', 10, 'write call, say, button, file, think, hand off or another step'],
    ],
    ['a pattern that is none', sound.replace('/on/', '/o(n/'), ['bad-pattern', 15, undefined]],
    [
      'no version number',
      sound.replace('  1:', '  first:').replace('based on: 1', 'based on: 2'),
      ['wrong-value', 5, 'versions are numbered 1, 2, 3'],
    ],
  ])('points at %s', (_, text, problem) => {
    expect(problemsOf(load(text))[0]?.slice(0, problem.filter((part) => part !== undefined).length)).toEqual(
      problem.filter((part) => part !== undefined),
    )
  })
  it('reads recordings, and names the line that is none', () => {
    const agent = 'agent: a\nid: a\npublished: 1\nversions:\n  1: { recordings: talk.jsonl }\n'
    const good = '{"id":"r","turns":[{"user":"hi","lines":[{"kind":"message","text":"hello"}]}]}\n'
    expect(load(agent, { 'talk.jsonl': good }).ok).toBe(true)
    const bad = load(agent, { 'talk.jsonl': `${good}{"id":"r"}\n` })
    expect(bad.ok ? '' : bad.problems[0]?.message).toBe(
      'line 2 of talk.jsonl is not a recording: turns: expected array, but here is nothing',
    )
    expect(problemsOf(load(agent))).toEqual([['wrong-value', 5, 'the path counts from the file that names it']])
  })
})
