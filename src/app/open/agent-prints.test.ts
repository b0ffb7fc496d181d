import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Pairing } from '../../compare/pairing.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { localVersions } from '../agents/local-agents.ts'
import type { RunSettled } from '../config/settings.ts'
import { isOfPart, markLocalAgents, printPlans } from './agent-prints.ts'
import { markAgents, markJudges } from './mark-judges.ts'
import { askedOfHistory } from './save-history.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-agent-prints-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  'ws/workspace.yaml': `workspace: W
keys: [k]
agents: [desk.yaml, billing.yaml]
customers: [{ number: "+15550142", says: [Sure] }]
`,
  'ws/desk.yaml': `agent: desk
id: desk
published: 1
versions:
  1: { module: ../src/agent.mjs }
  2: { initial message: Hi, otherwise: [{ say: hi }], hands off to: [billing] }
  3: { webhook: http://127.0.0.1:9/hook }
`,
  'ws/billing.yaml':
    'agent: billing\nid: billing\npublished: 1\nversions: { 1: { initial message: Hi, otherwise: [{ say: bill }] } }\n',
  'src/agent.mjs': "import { hi } from './hi.js'\nexport default () => ({ say: hi })\n",
  'src/hi.ts': "export const hi = 'hi'\n",
}
const putFile = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
beforeEach(() => {
  for (const [path, text] of Object.entries(files)) putFile(path, text)
})
const at = { line: 1, column: 1, length: 1 }
const marks = async (): Promise<string[]> => {
  const markOf = await markLocalAgents({ workspace: join(folder, 'ws'), revisions: [] })
  return ['1', '2', '3'].map((version) => markOf({ agent: { value: 'desk', at }, version }))
}

it.each<[keyof typeof files, string, string, boolean[]]>([
  ['src/agent.mjs', 'say: hi', 'say: "ho"', [true, false, false]],
  ['src/hi.ts', "'hi'", "'ho'", [true, false, false]],
  ['ws/desk.yaml', 'say: hi', 'say: ho', [false, true, false]],
  ['ws/billing.yaml', 'say: bill', 'say: no bill', [false, true, false]],
  ['ws/desk.yaml', ':9/', ':8/', [false, false, true]],
  ['ws/workspace.yaml', 'says: [Sure]', 'says: [Never]', [true, true, true]],
])('the mark of an agent is another where its files change: %s, %s', async (file, from, to, changed) => {
  const before = await marks()
  expect(await marks()).toEqual(before)
  putFile(file, files[file].replace(from, to))
  expect((await marks()).map((mark, index) => mark !== before[index])).toEqual(changed)
})

const prints = async (): Promise<Map<string, string>> => {
  const plans = ['1', '2', '3'].map((version) => [version, { agent: { value: 'desk', at }, version }] as const)
  return printPlans(new Map(plans), await localVersions(join(folder, 'ws'), []), null)
}

it.each<[keyof typeof files, string, string, boolean[]]>([
  ['src/hi.ts', "'hi'", "'ho'", [true, false, false]],
  ['ws/desk.yaml', 'say: hi', 'say: ho', [false, true, false]],
  ['ws/desk.yaml', ':9/', ':8/', [false, false, true]],
])('the fingerprint of an agent follows its files, also where they are a part of it: %s, %s', async (...edit) => {
  const [file, from, to, changed] = edit
  const before = await prints()
  expect([...before.values()].map(isOfPart)).toEqual([true, false, true])
  putFile(file, files[file].replace(from, to))
  expect([...(await prints())].map(([id, print]) => print !== before.get(id))).toEqual(changed)
})

it('earlier runs of an agent that is seen in part are not asked for', async () => {
  const parsed = parseScript(
    'suite: S\nagent: desk\nconversations:\n  - name: greets\n    turns: [{ user: Hi, expect: { reply: { contains: hi } } }]\n',
    's.yaml',
  )
  const defaults = { versions: ['1'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true, environment: {} }
  const [plan] = parsed.ok ? planScript(parsed.script, defaults) : []
  const pairings = ['1', '2', '3'].map((id) => ({ id, plans: { a: plan, b: plan } })) as unknown as Pairing[]
  const entries = await askedOfHistory(pairings, await prints(), 'local W')
  expect(entries.map(({ id }) => id)).toEqual(['2'])
})

it('the mark of a conversation is another where the modules of its checks change', async () => {
  putFile('check.mjs', "import { hi } from './src/hi.js'\nexport default () => hi === 'hi'\n")
  const turn = (check: string): string => `{ user: Hi, expect: { reply: Hi${check} } }`
  const yaml = `suite: S\nagent: desk\nconversations:\n  - { name: a, turns: [${turn('')}] }\n  - { name: b, turns: [${turn(', check: ./check.mjs')}] }\n`
  const parsed = parseScript(yaml, 's.yaml')
  const defaults = { versions: ['1'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true, environment: {} }
  const plans = parsed.ok ? planScript(parsed.script, defaults) : []
  const judges = { by: [], models: {}, votes: 1 } as unknown as RunSettled['judges']
  const read = async (): Promise<string[]> =>
    plans.map(await markJudges(plans, { folder, judges, checks: {}, redact: [] }))
  const before = await read()
  expect(await read()).toEqual(before)
  putFile('src/hi.ts', "export const hi = 'ho'\n")
  expect((await read()).map((mark, index) => mark !== before[index])).toEqual([false, true])
})

it('an agent of a service has none', async () => {
  expect(await markAgents({ target: 'http://127.0.0.1:9', workspace: null, revisions: [] })).toBe(null)
})
