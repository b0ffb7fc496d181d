import { describe, expect, it } from 'vitest'
import { folderOf } from '../agents/tools/tools.fixture.ts'
import { loadWorkspace, readWorkspace } from './load-workspace.ts'
import { changeAgent } from './saved-agents.ts'

const rules = 'rules: [{ id: a, when: x, do: [{ say: y }] }]'
const tools = 'tools: { lookup_order: { output: 1 } }'

/** The problems of an agent with these versions, as places and texts. */
function problemsOf(versions: string): string[] {
  const loaded = loadWorkspace(
    folderOf({
      'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
      'agent.mjs': '',
      'desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:\n${versions}`,
    }),
  )
  return loaded.ok ? [] : loaded.problems.map(({ at, message, hint }) => `${at.line}:${at.column} ${message}; ${hint}`)
}

describe('the functions of an agent file', () => {
  it.each([
    ['have tools', `  1: { functions: { during: [lookup_order] }, ${tools}, ${rules} }\n`],
    ['may have them at a later version', `  1: { functions: { pre: [lookup_order] }, ${rules} }\n  2: { ${tools} }\n`],
    ['only mimic a service where no tool is described', `  1: { functions: { during: [find, Find] }, ${rules} }\n`],
    ['may be those of code', `  1: { module: ./agent.mjs, functions: { during: [lookup_orders] }, ${tools} }\n`],
    ['are as recorded', `  1: { functions: { during: [find] }, recordings: a.jsonl }\n  2: { ${tools}, ${rules} }\n`],
  ])('%s', (_, versions) => {
    expect(problemsOf(versions).filter((each) => each.includes('no tool'))).toEqual([])
  })
  it.each([
    [
      `  1:\n    functions: { during: [lookup_order, Cancel_Order] }\n    ${tools}\n    ${rules}\n`,
      ['6:41 the agent has no tool Cancel_Order; write it under tools:, or take it out; there is only lookup_order'],
    ],
    [
      `  1: { ${tools}, ${rules} }\ndraft: { based on: 1, functions: { post: [Lookup_Order] } }\n`,
      ['6:43 the agent has no tool Lookup_Order; did you mean lookup_order? it differs only in upper and lower case'],
    ],
    [
      `  1: { module: ./agent.mjs, functions: { pre: [lookupOrder] }, ${tools} }\n`,
      ['5:48 the agent has no tool lookupOrder; did you mean lookup_order?'],
    ],
  ])('are refused without: %s', (versions, expected) => {
    expect(problemsOf(versions)).toEqual(expected)
  })
  it('are refused in a draft and an agent that came over HTTP', () => {
    const version = { tools: { find: { output: 1 } }, otherwise: [{ say: 'x' }] }
    const agent = { agent: 'desk', id: 'd', published: 1, versions: { 1: version } }
    const loaded = readWorkspace({ workspace: 'w', keys: ['k'], agents: [agent] }, 'w')
    if (!loaded.ok) throw new Error('broken')
    const fields = { functions: { during: ['fnd'] } }
    const draft = { kind: 'draft', workspace: 'w', agent: 'desk', stated: { 'based on': 1, ...fields } } as const
    expect(changeAgent(loaded.workspace, draft)?.reason).toContain('no tool fnd')
    const whole = {
      kind: 'agent',
      workspace: 'w',
      stated: { ...agent, versions: { 1: { ...version, ...fields } } },
    } as const
    expect(changeAgent(loaded.workspace, whole)?.reason).toContain('no tool fnd')
  })
})

describe('what stands twice in an agent file', () => {
  const rule = '- { id: refund, when: x, do: [{ say: y }] }'
  it.each([
    [
      `  1:\n    rules:\n      ${rule}\n      ${rule}\n`,
      ['8:15 the rule "refund" is here twice; give it another name than that in line 7'],
    ],
    [`  1: { ${rules} }\n  01: { ${rules} }\n`, ['6:3 the version 1 is here twice; give it another number']],
    [`  1: { tools: { a: { output: 1 }, a: { output: 2 } } }\n`, [expect.stringContaining('5:35 ')]],
  ])('is refused: %s', (versions, expected) => {
    expect(problemsOf(versions)).toEqual(expected)
  })
  it('is no rule that replaces one of an earlier version', () => {
    expect(problemsOf(`  1: { ${rules} }\n  2: { based on: 1, ${rules} }\n`)).toEqual([])
  })
})
