import { expect, it } from 'vitest'
import { folderOf } from '../../service/agents/tools/tools.fixture.ts'
import { loadWorkspace } from '../../service/workspace/load-workspace.ts'
import { lintText } from '../../suite/lint/lint-text.fixture.ts'
import { agentsIn } from './local-agents.ts'

/** What lint says of a suite whose agent calls look with these calls expected, as its file states the tool. */
function lintAgainst(tool: string, calls: string): string[] {
  const loaded = loadWorkspace(
    folderOf({
      'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [desk.yaml]\n',
      'desk.yaml': `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    functions: { during: [look] }\n    tools: { look: ${tool} }\n    otherwise: [{ call: look, with: { order_id: "1", to: { street: x } } }, { say: Yes }]\n`,
    }),
  )
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const suite = `suite: Desk\nagent: desk\nconversations:\n  - name: one\n    turns:\n      - user: Hi\n        expect: { calls: ${calls} }\n`
  return lintText(suite, agentsIn([loaded.workspace], []))
}

const tools = [
  '{ parameters: { type: object, properties: { order_id: {}, to: { type: object, properties: { street: {} } } } }, output: x }',
  '{ cases: [{ with: { order_id: "1" }, output: x }] }',
  '{ output: x }',
]

it.each(tools)('the arguments of a tool are stated, or those of its cases and calls: %s', (tool) => {
  const problemsOf = (args: string): string[] => lintAgainst(tool, `[{ look: { with: { ${args} } } }]`)
  expect(problemsOf('oder_id: "1"')).toEqual(['unknown-argument: oder_id'])
  expect(problemsOf('to: { stret: x }')).toEqual(['unknown-argument: stret'])
  expect(problemsOf('order_id: "1", express: true')).toEqual([])
  expect(lintAgainst(tool, '{ never: [{ look: { with: { oder_id: "1" } } }] }')).toEqual(['idle-guardrail: oder_id'])
})
