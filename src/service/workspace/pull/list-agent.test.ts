import { expect, it } from 'vitest'
import { listAgent, writeWorkspace } from './list-agent.ts'

it.each([
  [
    'a list of lines',
    'workspace: w # x\nagents:\n  - a.yaml # the first\n\n# the end\nlines: 2\n',
    'workspace: w # x\nagents:\n  - a.yaml # the first\n  - agents/new.yaml\n\n# the end\nlines: 2\n',
  ],
  ['one without a line break at its end', 'agents:\n- a.yaml', 'agents:\n- a.yaml\n- agents/new.yaml'],
  [
    'one with line breaks of Windows',
    'agents:\r\n    - a.yaml\r\nlines: 2\r\n',
    'agents:\r\n    - a.yaml\r\n    - agents/new.yaml\r\nlines: 2\r\n',
  ],
  ['one in brackets', 'agents: [a.yaml, "b.yaml"] # all\n', 'agents: [a.yaml, "b.yaml", agents/new.yaml] # all\n'],
  [
    'one with an agent in it',
    'agents:\n  - agent: a\n    id: a\n    versions: { 1: {} }\n  # more\n',
    'agents:\n  - agent: a\n    id: a\n    versions: { 1: {} }\n  - agents/new.yaml\n  # more\n',
  ],
])('adds an agent to %s', (_, text, changed) => {
  expect(listAgent(text, 'agents/new.yaml')).toBe(changed)
})

it('leaves alone what is no such list', () => {
  for (const text of [
    'agents: []\n',
    'agents: a.yaml\n',
    'lines: 2\n',
    'agents: [\n',
    '- agents\n',
    'x: &x [a]\nagents: *x\n',
  ])
    expect(listAgent(text, 'b.yaml')).toBeNull()
})

it('writes a workspace', () => {
  expect(
    writeWorkspace({ name: 'shop', agent: 'desk', path: 'agents/desk.yaml', workflows: ['wf-1'] }),
  ).toMatchInlineSnapshot(`
    "# A workspace of the local service: tableread serve --workspace, with this folder.
    workspace: shop
    # What opens it on this machine. No key of another service belongs here.
    keys: [shop-key]

    workflows:
      - { id: wf-1, agent: desk }

    agents:
      - agents/desk.yaml
    "
  `)
})
