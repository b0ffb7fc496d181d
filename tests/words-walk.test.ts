import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, openNetwork, performConversation } from '../src/index.ts'
import { createService, demoWorkspace, listen, loadWorkspace } from '../src/service/index.ts'
import {
  type ConversationBuilder,
  conversation,
  planSuite,
  suite,
  type TurnBuilder,
} from '../src/suite/builder/index.ts'
import { type OpenedClient, openClient } from './mcp/open-client.ts'
import { createProject, type Project, runVitest } from './vitest/run-vitest.ts'
import { runWarm } from './warm/run-warm.ts'

/** A conversation with a word that holds, one with the word that does not, and the same in code. */
interface WordRow {
  holds: string
  fails: string
  code: (about: ConversationBuilder, word: 'holds' | 'fails') => TurnBuilder
}

const where = 'Where is my order 1042?'
const turn = (expected: string): string => `turns: [{ user: "${where}", expect: ${expected} }]`
const words: Record<string, WordRow> = {
  'capture of a part': {
    holds: `turns: [{ user: "${where}", capture: { o: { reply: '/order (\\d+)/i' } } }, { user: "${where}", expect: { calls: [{ lookup_order: { with: { order_id: "{{o}}" } } }] } }]`,
    fails: `turns: [{ user: "${where}", capture: { o: { reply: '/ticket (\\d+)/i' } } }, { user: "${where}", expect: { calls: [{ lookup_order: { with: { order_id: "{{o}}" } } }] } }]`,
    code: (about, word) =>
      about
        .user(where)
        .capture({ o: { reply: word === 'holds' ? /order (\d+)/i : /ticket (\d+)/i } })
        .user(where)
        .expect({ calls: [{ lookup_order: { with: { order_id: '{{o}}' } } }] }),
  },
  dates: {
    holds: `metadata: { customer_name: "{{today | yyyy}}" }\n    ${turn('{ reply: { not: { contains: "{{tomorrow}}" } } }')}`,
    fails: `metadata: { customer_name: "{{today | yyyy}}" }\n    ${turn('{ reply: { contains: "{{tomorrow}}" } }')}`,
    code: (about, word) =>
      about
        .variables({ day: '{{today | yyyy}}' })
        .user(where)
        .expect({ reply: word === 'holds' ? { not: { contains: '{{tomorrow}}' } } : { contains: '{{tomorrow}}' } }),
  },
  only: {
    holds: turn('{ calls: { only: ["load_*", lookup_order] } }'),
    fails: turn('{ calls: { only: [lookup_order] } }'),
    code: (about, word) =>
      about.user(where).expect({ calls: { only: word === 'holds' ? ['load_*', 'lookup_order'] : ['lookup_order'] } }),
  },
  'rows of a file': {
    holds:
      'parameters: { from: rows.csv, rows: 1 }\n    turns: [{ user: "Where is my order {{id}}?", expect: { reply: { contains: "{{says}}" } } }]',
    fails:
      'parameters: { from: rows.csv, rows: 2 }\n    turns: [{ user: "Where is my order {{id}}?", expect: { reply: { contains: "{{says}}" } } }]',
    code: (about, word) =>
      about
        .parameters([{ id: '1042', says: word === 'holds' ? 'Northline' : 'Southline' }])
        .user('Where is my order {{id}}?')
        .expect({ reply: { contains: '{{says}}' } }),
  },
  check: {
    holds: turn('{ check: ./checks.mjs#named }'),
    fails: turn('{ check: ./checks.mjs#rude }'),
    code: (about, word) =>
      about
        .user(where)
        .expect({ check: `./checks.mjs#${word === 'holds' ? 'named' : 'rude'}`, reply: { present: true } }),
  },
  use: {
    holds: 'turns: [{ use: asked, with: { says: Northline } }]',
    fails: 'turns: [{ use: asked, with: { says: Southline } }]',
    code: (about, word) =>
      about.user(where).expect({ reply: { contains: word === 'holds' ? 'Northline' : 'Southline' } }),
  },
  'ignore and alone': {
    holds: `alone: true\n    snapshots: { ignore: [/NL-\\d+/, calls.lookup_order.output.eta] }\n    ${turn('{ calls: [lookup_order] }')}`,
    fails: `alone: true\n    snapshots: { ignore: reply }\n    ${turn('{ calls: { never: [lookup_order] } }')}`,
    code: (about, word) =>
      about
        .alone(true)
        .snapshots({ ignore: word === 'holds' ? [/NL-\d+/, 'calls.lookup_order.output.eta'] : 'reply' })
        .user(where)
        .expect({ calls: word === 'holds' ? ['lookup_order'] : { never: ['lookup_order'] } }),
  },
}

const names = Object.keys(words)
const whole = `suite: Words
agent: order-desk
metadata: { customer_name: Asha, tier: gold }
templates:
  asked: [{ user: "${where}", expect: { reply: { contains: "{{says}}" } } }]
conversations:
${Object.entries(words)
  .map(([word, { holds, fails }]) => `  - name: ${word} holds\n    ${holds}\n  - name: ${word} fails\n    ${fails}\n`)
  .join('')}`
const files = {
  's.yaml': whole,
  'rows.csv': 'id,says\n1042,Northline\n1042,Southline\n',
  'checks.mjs':
    'export const named = ({ reply }) => reply.includes("1042")\nexport const rude = ({ reply }) => ({ pass: reply.includes("!"), message: "it is calm" })\n',
}

let folder: string
let project: Project
let mcp: OpenedClient | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-words-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  project = createProject(Object.fromEntries(Object.entries(files).map(([name, text]) => [`suites/${name}`, text])))
})
afterAll(async () => {
  await mcp?.client.close()
  project.remove()
  rmSync(folder, { recursive: true, force: true })
})

const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off', NO_COLOR: '1' }
const tableread = (line: string[]): ReturnType<typeof runWarm> => runWarm(line, { folder, env })
// biome-ignore lint/suspicious/noExplicitAny: each verb's document has a shape of its own
async function documentOf(...line: string[]): Promise<{ code: number | null; err: string; document: any }> {
  const { code, err } = await tableread([...line, '--json', `${line[0]}.json`])
  return { code, err, document: JSON.parse(readFileSync(join(folder, `${line[0]}.json`), 'utf8')) }
}
/** What is wanted of a verb: each conversation's name without its row, and what became of it. */
const plain = (name: string): string => name.replace(/ \[.*/, '')
const wantedVerdicts = Object.fromEntries(
  names.flatMap((word) => [
    [`${word} holds`, 'passed'],
    [`${word} fails`, 'failed'],
  ]),
)
const verdicts = (all: { name: string; verdict: string }[]): Record<string, string> =>
  Object.fromEntries(all.map(({ name, verdict }) => [plain(name), verdict]))

it('are sound, and listed', { tags: 'stress' }, async () => {
  const lint = await tableread(['lint', 's.yaml'])
  expect([lint.code, lint.err]).toEqual([0, expect.not.stringContaining('s.yaml:')])
  const { out, code } = await tableread(['list', 's.yaml'])
  expect(code).toBe(0)
  for (const word of names) expect(out).toContain(`${word} holds`)
})

it('get their verdicts in a run', { tags: 'stress' }, async () => {
  const { code, document } = await documentOf('run', 's.yaml')
  expect(verdicts(document.conversations)).toEqual(wantedVerdicts)
  expect(code).toBe(1)
})

it('get the same in a comparison', { tags: 'stress' }, async () => {
  const { document } = await documentOf('compare', 's.yaml', '--repeat', '1')
  const first = document.conversations.map((each: { name: string; runs: { a: { verdict: string }[] } }) => ({
    name: each.name,
    verdict: each.runs.a[0]?.verdict,
  }))
  expect(verdicts(first)).toEqual(wantedVerdicts)
})

it('are the same again in snapshots', { tags: 'stress' }, async () => {
  const updateRun = await tableread(['snapshots', 's.yaml', '-t', 'holds', '--update'])
  expect([updateRun.code, updateRun.err]).toEqual([0, ''])
  expect((await tableread(['snapshots', 's.yaml', '-t', 'holds'])).code).toBe(0)
})

it('are measured by teeth, and varied', { tags: 'stress' }, async () => {
  const teeth = await documentOf('teeth', 's.yaml', '--kinds', 'replace-reply', 'drop-call')
  const measured = teeth.document.conversations.map((each: { name: string; unscored: unknown }) => [
    plain(each.name),
    each.unscored === null ? 'passed' : 'failed',
  ])
  expect(Object.fromEntries(measured)).toEqual(wantedVerdicts)
  const varied = await documentOf('vary', 's.yaml', '-t', 'holds', '--variants', '1', '--operators', 'small-letters')
  expect([varied.err, varied.document.conversations?.length]).toEqual(['', names.length])
})

it('get their verdicts in Vitest', { tags: 'stress' }, async () => {
  const { tests, output } = await runVitest(project, {})
  expect(tests, output).toHaveLength(2 * names.length)
  expect(verdicts(tests.map(({ title, status }) => ({ name: title, verdict: status })))).toEqual(wantedVerdicts)
})

it('get their verdicts over MCP', { tags: 'stress' }, async () => {
  mcp = await openClient({ folder })
  const { data } = await mcp.call('run_suites', { paths: ['s.yaml'] })
  expect(data.totals).toMatchObject({ passed: names.length, failed: names.length })
})

it.each(
  names
    .filter((word) => word !== 'check')
    .flatMap(
      (word) =>
        [
          [word, 'holds'],
          [word, 'fails'],
        ] as const,
    ),
)('get the same verdict in code: %s %s', async (word, kind) => {
  const loaded = loadWorkspace(demoWorkspace)
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message)
  const service = await listen(createService({ workspaces: [loaded.workspace] }), { port: 0 })
  const network = openNetwork({ connections: 2 })
  const client = createClient({ baseUrl: service.url, apiKey: 'tableread-demo-key', transport: network.send })
  try {
    const about = words[word]?.code(conversation(word).metadata({ customer_name: 'Asha' }), kind)
    const [plan] = planSuite(suite('Words', { agent: 'order-desk' }, about === undefined ? [] : [about]))
    if (plan === undefined) throw new Error('it has no conversation')
    const { verdict } = await performConversation(plan, { client, reconcile: true })
    expect(verdict).toBe(wantedVerdicts[`${word} ${kind}`])
  } finally {
    await network.close()
    await service.close()
  }
})
