import { describe, expect, it } from 'vitest'
import { planScript } from '../plan/plan.ts'
import { checkToolsAfter } from './check-tools.ts'
import { agentsWith, facts, lintScript, lintText, readSuite } from './lint-text.fixture.ts'
import { reach } from './reach.ts'

const suite = (expected: string, more = '', settings = ''): string =>
  `suite: Desk\nagent: desk\n${settings}conversations:\n  - name: one\n${more}    turns:\n      - user: Hi\n        expect: { calls: ${expected} }\n`

/** Every place of the language that names a tool, each with a misspelt one. */
const misspelt: [where: string, yaml: string][] = [
  ...(
    [
      ['in order', '[find_ordr]'],
      ['under any order', '{ any order: [find_ordr] }'],
      ['under exactly', '{ exactly: [find_ordr] }'],
      ['under never', '{ never: [find_ordr] }'],
      ['in a pattern', '{ never: ["find_ordr*"] }'],
      ['in the end of a pattern', '{ never: ["*_ordr"] }'.replace('_ordr', 'find_ordr')],
      ['under during', '{ during: { never: [find_ordr] } }'],
      ['with times', '[{ find_ordr: { times: 0 } }]'],
      ['under before', '[{ cancel_order: { before: find_ordr } }]'],
      ['under after', '[{ cancel_order: { after: find_ordr } }]'],
      ['under after, forbidden', '{ never: [{ cancel_order: { after: find_ordr } }] }'],
    ] as const
  ).map(([where, calls]): [string, string] => [where, suite(calls)]),
  ['in a guardrail', suite('[cancel_order]', '', 'every turn: { calls: { never: [find_ordr] } }\n')],
  ['in a budget', suite('[cancel_order]', '', 'every turn: { latency: { tools: { find_ordr: 1 s } } }\n')],
  ['in a claim', suite('[cancel_order]', '', 'claims: { /done/: find_ordr }\n')],
  ['of the session', suite('[cancel_order]', '    session: { calls: { never: [find_ordr] } }\n')],
  ['in a capture', `${suite('[cancel_order]')}        capture: { id: calls.find_ordr.output.id }\n`],
  [
    'in what is required',
    `${suite('[cancel_order]')}      - { user: So, requires: { calls: { never: [find_ordr] } }, expect: { reply: x } }\n`,
  ],
  [
    'in a goal',
    'suite: S\nagent: desk\nconversations:\n  - name: one\n    simulated user: { wants: it, opens with: it, done when: { calls: [find_ordr] } }\n    every turn: { reply: { not: y } }\n',
  ],
]

const desk = facts({ pre: ['load_customer'], during: ['find_order', 'cancel_order'] })
const agents = agentsWith({ 'desk default': desk })

describe('tools that a suite names', () => {
  it('are to be listed where the file of the agent describes them alone', () => {
    const takes = new Map([['refund', { needs: [], named: new Map(), gives: null }]])
    const half = agentsWith({ 'desk default': { ...desk, takes } })
    const hints = ['refund', 'order_pizza'].map((tool) => lintScript(readSuite(suite(`[${tool}]`)), half)[0]?.hint)
    expect(hints).toEqual([
      'tools: of the agent describes refund, so list it under functions: there',
      'there are load_customer, find_order, cancel_order',
    ])
    const one = agentsWith({ 'desk default': facts({ during: ['find_order'] }) })
    expect(lintScript(readSuite(suite('[order_pizza]')), one)[0]?.hint).toBe('there is only find_order')
  })

  it('are warned of where a snapshot leaves out nothing of theirs', () => {
    const settings = 'snapshots: { ignore: [calls.find_ordr.output.id, calls.find_order.output.id] }\n'
    const [slip, ...others] = lintScript(readSuite(suite('[find_order]', '', settings)), agents)
    expect([slip?.code, slip?.severity, slip?.at, slip?.hint, others]).toEqual([
      'unknown-tool',
      undefined,
      { line: 3, column: 23, length: 25 },
      'did you mean find_order?',
      [],
    ])
    expect(slip?.message).toContain('lists no function find_ordr, so this leaves nothing out of a snapshot')
  })

  it.each([
    '[find_order, load_customer]',
    '{ pre: [load_customer], during: { exactly: [find_order] } }',
    '{ never: ["find_orde*"] }',
    '{ during: { never: [load_customer] } }',
    '[{ find_order: { before: cancel_order, phase: during } }]',
  ])('accepts %s', (expected) => expect(lintText(suite(expected), agents)).toEqual([]))

  it.each([
    ['[find_ordr]', 'unknown-tool: find_ordr'],
    ['[order_pizza]', 'unknown-tool: order_pizza'],
    ['{ any order: [find_order, order_pizza] }', 'unknown-tool: order_pizza'],
    ['{ exactly: [find_order, { cancel_order: { after: find_oder } }] }', 'unknown-tool: find_oder'],
    ['{ during: { in order: [order_pizza] } }', 'unknown-tool: order_pizza'],
    ['[{ order_pizza: { times: { at most: 1 } } }]', 'unknown-tool: order_pizza'],
    ['{ never: [find_ordr] }', 'idle-guardrail: find_ordr'],
    ['{ never: [issue_refund] }', 'warning idle-guardrail: issue_refund'],
    ['{ never: ["delete_*"] }', 'warning idle-guardrail: "delete_*"'],
    ['{ never: [set_order] }', 'warning idle-guardrail: set_order'],
    ['{ reference: [order_pizza], count: 0 }', 'warning unknown-tool: order_pizza'],
    ['[{ load_customer: { phase: during } }]', 'wrong-phase: during'],
    ['{ post: [{ load_customer: { times: 1 } }] }', 'wrong-phase: load_customer'],
  ])('judges %s', (expected, problem) => expect(lintText(suite(expected), agents)).toContain(problem))

  it('warns of claims that no tool can make true', () => {
    const problemsOf = (settings: string) => lintText(suite('[find_order]', '', settings), agents)
    expect(problemsOf('claims: { /was found/: find_order }\n')).toEqual([])
    expect(problemsOf('claims: { /was found/: [find_ordr, order_pizza] }\n')).toEqual([
      'unknown-tool: find_ordr',
      'warning unknown-tool: order_pizza',
    ])
  })

  it.each(misspelt)('finds a misspelt tool %s', (_, yaml) => {
    const problems = lintScript(readSuite(yaml), agents).filter(({ message }) =>
      /find_ord|find_order|kancel/.test(message),
    )
    expect(problems.map(({ severity, code, hint }) => [severity, code, hint])).toEqual([
      [undefined, expect.stringMatching('unknown-tool|idle-guardrail'), expect.stringContaining('find_order?')],
    ])
  })

  it('lets a guardrail name a tool of another agent or version, and one that a pattern covers', () => {
    const others = agentsWith({ 'desk default': desk, 'desk draft': facts({ during: ['find_orders'] }) })
    expect(lintText(suite('{ never: [find_orders, "*_orders"] }'), others)).toEqual([])
  })

  it('warns of calls after the last message that a turn waits for, and of none under session', () => {
    const late = agentsWith({ 'desk default': facts({ during: ['find_order', 'log'], post: ['log_outcome', 'log'] }) })
    const problemsOf = (expected: string, settings = '') => lintText(suite(expected, settings), late)
    expect(problemsOf('[find_order, log_outcome]')).toEqual(['warning wrong-phase: log_outcome'])
    expect(problemsOf('{ post: [log_outcome, log] }')).toEqual([
      'warning wrong-phase: log_outcome',
      'warning wrong-phase: log',
    ])
    expect(problemsOf('[log, { find_order: { before: log } }]')).toEqual([])
    expect(problemsOf('{ never: [log_outcome] }')).toEqual([])
    expect(problemsOf('[find_order]', '    session: { calls: { post: [log_outcome] } }\n')).toEqual([])
    expect(lintScript(readSuite(suite('[log_outcome]')), late)[0]).toMatchObject({
      message: expect.stringContaining('after the last message'),
      hint: 'expect it under session: calls',
    })
  })

  it('suggests the name that was meant, or shows those there are', () => {
    const [slip, other] = lintScript(readSuite(suite('[find_ordr, order_pizza]')), agents)
    expect(slip).toMatchObject({
      message: 'the configuration of "desk" (default) lists no function find_ordr',
      hint: 'did you mean find_order?',
    })
    expect(other?.hint).toBe('there are load_customer, find_order, cancel_order')
  })

  it('looks at what is required, captured, and expected of the session', () => {
    const yaml = `${suite('[find_order]')}        capture: { id: calls.find_orders.output.id }\n      - user: More\n        requires: { calls: [load_customr] }\n        expect: { calls: [cancel_order] }\n    session: { calls: [order_pizza] }\n`
    expect(lintText(yaml, agents)).toEqual([
      'unknown-tool: calls.find_orders.output.id',
      'unknown-tool: load_customr',
      'unknown-tool: order_pizza',
    ])
  })

  it('leaves agents alone that only a run knows', () => {
    const yaml = suite('[order_pizza]').replace(/^agent: .*$/m, 'agent: "{{env.NO_SUCH_AGENT}}"')
    expect(lintText(yaml, agents)).toEqual([])
    const suiteText = suite('[order_pizza]').replace(/^agent: (.*)$/m, 'variables: { who: $1 }\nagent: "{{who}}"')
    expect(lintText(suiteText, agents)).toEqual(['unknown-tool: order_pizza'])
  })

  it('knows the functions of every version that is run, and of agents that take over', () => {
    const handing = facts({ during: ['find_order'] }, { handsOffTo: [{ agent: 'human', version: 'default' }] })
    const many = agentsWith({
      'desk default': handing,
      'desk draft': facts({ during: ['send_link'] }),
      'human default': facts({ during: ['ring'] }, { handsOffTo: [{ agent: 'desk', version: 'default' }] }),
    })
    expect(lintText(suite('[find_order, send_link, ring]'), many, ['default', 'draft'])).toEqual([])
    expect(lintText(suite('[find_order, send_link, ring]'), many)).toEqual(['unknown-tool: send_link'])
  })

  it('only warns where an agent that takes over is not known, unless the name looks like a slip', () => {
    const handing = facts({ during: ['find_order'] }, { handsOffTo: [{ agent: 'human', version: 'default' }] })
    expect(lintText(suite('[find_orderr, ring]'), agentsWith({ 'desk default': handing }))).toEqual([
      'unknown-tool: find_orderr',
      'warning unknown-tool: ring',
    ])
  })

  it('only warns where the version is not listed, and the published one stands for it', () => {
    expect(lintText(suite('[find_ordr, { load_customer: { phase: post } }]'), agents, ['draft'])).toEqual([
      'warning unknown-tool: find_ordr',
      'warning wrong-phase: post',
    ])
  })

  it('only warns where a failure is expected', () => {
    expect(lintText(suite('[order_pizza]', '    expected fail: { reason: it comes in May }\n'), agents)).toEqual([
      'warning unknown-tool: order_pizza',
    ])
  })

  it('says nothing where the suite says why the lists do not hold, where it is skipped, or nothing is known', () => {
    const relaxed = 'laws: { phases follow blueprint: built-in functions are not listed }\n'
    expect(lintText(suite('[order_pizza]', '', relaxed), agents)).toEqual([])
    expect(lintText(suite('[order_pizza]', '    skip: later\n'), agents)).toEqual([])
    expect(lintText(suite('[order_pizza]'), agentsWith({}))).toEqual([])
    expect(lintText(suite('[order_pizza]'), null)).toEqual([])
  })
})

describe('tools that a conversation names, once it has run', () => {
  const ran = (
    yaml: string,
    factsByAgent: Parameters<typeof agentsWith>[0],
    called: string[] = [],
    elsewhere: string[] = [],
  ) => {
    const defaults = { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
    const [plan] = planScript(readSuite(yaml), defaults)
    if (plan === undefined) throw new Error('no plan')
    const { errors, warnings } = checkToolsAfter(
      plan,
      reach(agentsWith(factsByAgent), 'desk', ['default']),
      called.map((name) => ({ name, arguments: {} })),
      new Set(elsewhere),
    )
    return [...errors.map(({ code }) => code), ...warnings.map(({ severity, tool }) => `${severity} ${tool}`)]
  }
  it.each([
    ['cancel_orders', ['idle-guardrail']],
    ['purge', []],
  ])('are no guardrail of a draft that has it as %s', (renamed, codes) => {
    const agentsOf = agentsWith({
      'desk default': facts({ during: ['cancel_order'] }),
      'desk draft': facts({ during: [renamed] }),
    })
    const defaults = { versions: ['draft'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
    const problems = planScript(readSuite(suite('{ never: [cancel_order] }')), defaults).flatMap(
      (plan) => checkToolsAfter(plan, reach(agentsOf, 'desk', ['draft']), [], agentsOf.tools()).errors,
    )
    expect(problems.map(({ code }) => code)).toEqual(codes)
  })
  /** Every place where nothing is missed if a tool is never called. */
  const guards: [where: string, yaml: string][] = [
    ['never', suite('{ never: [wipe_all] }')],
    ['never, in a pattern', suite('{ never: ["wipe_*"] }')],
    ['never, under during', suite('{ during: { never: [wipe_all] } }')],
    ['never, before another', suite('{ never: [{ find_order: { before: wipe_all } }] }')],
    ['times: 0', suite('[{ wipe_all: { times: 0 } }]')],
    ['times: at most', suite('{ any order: [{ wipe_all: { times: { at most: 2 } } }] }')],
    ['after, counted', suite('[{ find_order: { after: wipe_all, times: { at most: 1 } } }]')],
    ['every turn', suite('{ count: 0 }', '', 'every turn: { calls: { never: [wipe_all] } }\n')],
    ['a budget of every turn', suite('{ count: 0 }', '', 'every turn: { latency: { tools: { wipe_all: 1 s } } }\n')],
    ['a claim', suite('{ count: 0 }', '', 'claims: { /done/: wipe_all }\n')],
  ]
  const kinds: [kind: string, known: Parameters<typeof agentsWith>[0]][] = [
    ['that lists none', {}],
    ['that runs elsewhere and lists some', { 'desk default': { ...desk, open: true } }],
    ['that lists all', { 'desk default': desk }],
  ]
  const cells = kinds.flatMap(([kind, factsByAgent]) =>
    guards.map(([where, yaml]) => [where, kind, yaml, factsByAgent] as const),
  )
  it.each(cells)('are told where nothing knows them: %s, of an agent %s', (_, __, yaml, factsByAgent) => {
    const tool = yaml.includes('wipe_*') ? 'wipe_*' : 'wipe_all'
    expect(ran(yaml, factsByAgent, ['find_order'])).toEqual([`warning ${tool}`])
    expect(ran(yaml, factsByAgent, ['find_order', 'wipe_all'])).toEqual([])
    const isCounted = /times/.test(yaml) // which tells it although another agent has the tool
    if (Object.keys(factsByAgent).length === 0 && !isCounted)
      expect(ran(yaml, factsByAgent, ['find_order'], ['wipe_all'])).toEqual([])
  })
  it.each(kinds.slice(1))(
    'are problems where the name is nearly that of a known one, of an agent %s',
    (_, factsByAgent) => {
      expect(ran(suite('{ never: [cancel_ordr] }'), factsByAgent)).toEqual(['idle-guardrail'])
    },
  )
  it('are not told where they are expected of an agent that lists none: what does not come fails', () => {
    expect(ran(suite('[order_pizza]'), {})).toEqual([])
  })
})
