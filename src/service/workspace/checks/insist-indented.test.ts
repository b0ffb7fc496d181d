import { expect, it } from 'vitest'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import { agentShape } from '../agent-shape.ts'

function problemsOf(text: string): Problem[] {
  const read = readYaml(text, 'desk.yaml')
  const reading = { file: 'desk.yaml', problems: read.ok ? [] : read.problems }
  if (read.ok) agentShape.read(read.root, reading)
  return reading.problems
}

const top = 'agent: desk\nid: desk-1\npublished: 1\n'

it.each([
  [
    'versions:\n  1:\n    otherwise: [{ say: hi }]\n2:\n  based on: 1\n3:\n  based on: 1\n',
    '7:1: version 2 stands beside versions:, not below it',
    'versions stand below versions:, indented: 2: by two spaces, and what belongs to it by four',
  ],
  [
    'versions:\n1:\n  otherwise: [{ say: hi }]\n',
    '5:1: version 1 stands beside versions:, not below it',
    'versions stand below versions:, indented: 1: by two spaces, and what belongs to it by four',
  ],
  [
    'versions:\n  1: { based on: 0 }\n  2:\n  based on: 1\n  otherwise: [{ say: hi }]\n',
    '7:3: "based on" stands beside 2:, not below it',
    'indent by two spaces more what belongs to 2:',
  ],
  [
    'versions:\n  1:\n    otherwise: [{ say: hi }]\n    2:\n      based on: 1\n',
    '7:5: version 2 stands inside of version 1',
    'versions stand below versions:, each indented as 1: is',
  ],
  [
    'versions:\n  1: {}\ndraft:\nbased on: 1\nrules: []\n',
    '7:1: "based on" stands beside draft:, not below it',
    'indent by two spaces more what belongs to draft:',
  ],
  [
    'versions:\n  1: { otherwise: [{ say: hi }] }\n  draft:\n    based on: 1\n    rules: []\n',
    '6:3: "draft" stands below versions:, not beside it',
    'draft: stands beside versions:, as far left as versions: itself',
  ],
  [
    'versions:\n  1:\n    otherwise: [{ say: hi }]\n    draft:\n      based on: 1\n',
    '7:5: "draft" stands inside of version 1',
    'draft: stands beside versions:, as far left as versions: itself',
  ],
  [
    'versions:\n  1: { otherwise: [{ say: hi }] }\n  published: 1\n',
    '6:3: "published" stands below versions:, not beside it',
    'published: stands beside versions:, as far left as versions: itself',
  ],
  [
    'versions:\n  1:\n    tools:\n      look: { output: x }\n      draft:\n        based on: 1\n        otherwise: []\n',
    '8:7: "draft" stands inside of version 1',
    'draft: stands beside versions:, as far left as versions: itself',
  ],
  [
    'versions:\n  1:\n    tools:\n      look: { output: x }\n      2:\n        based on: 1\n        otherwise: []\n',
    '8:7: version 2 stands inside of version 1',
    'versions stand below versions:, each indented as 1: is',
  ],
  [
    'versions:\n  1: {}\ndraft:\n  based on: 1\n  2:\n    based on: 1\n',
    '8:3: version 2 stands inside of "draft"',
    'versions stand below versions:, each indented by two spaces',
  ],
])('says of what is indented wrongly only where it belongs: %s', (versions, complaint, hint) => {
  const problems = problemsOf(top + versions)
  expect(problems.map(({ at, message }) => `${at.line}:${at.column}: ${message}`)).toEqual([complaint])
  expect(problems[0]?.hint).toBe(hint)
})

it('leaves alone values that are called as versions are', () => {
  const tools = 'tools: { draft: { output: x }, 2: { output: { draft: { rules: 1 } } } }'
  expect(problemsOf(`${top}versions:\n  1:\n    ${tools}\n    variables: { draft: what is written so far }\n`)).toEqual(
    [],
  )
})

it('leaves alone what is only not finished', () => {
  const problems = problemsOf(`${top}versions:\n  1:\n`)
  expect(problems.map(({ message }) => message)).toEqual(['expected a mapping for a version, but here is nothing'])
})
