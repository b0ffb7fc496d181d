import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { planScript } from '../../suite/plan/plan.ts'
import type { AgentSketch, SketchedTool } from './agent-sketch.ts'
import { draftSuite } from './draft-conversations.ts'
import { findCover } from './find-cover.ts'
import { listCells } from './list-cells.ts'
import { listRules, plainBan } from './list-rules.ts'
import { countVariants, poolValues, sampleArguments } from './sample-arguments.ts'
import type { Tongue } from './speech.ts'
import type { Cell } from './suggestion-shape.ts'
import { factsIn, userMessage } from './user-message.ts'

const tool = (name: string, more: Partial<SketchedTool> = {}): SketchedTool => ({
  ...{ name, phases: ['during'], description: '', parameters: {}, samples: [], ...more },
})
const needing = (name: string, schema = {}) => ({
  ...{ type: 'object', properties: { [name]: { type: 'string', ...schema } }, required: [name] },
})
const sketch: AgentSketch = {
  ...{ agent: 'desk', version: 'default', handsOffTo: ['human-desk'] },
  prompts: ['You are a desk. Never promise a refund.\n- Always be polite. Never say "as an AI". Have fun!'],
  variables: [{ name: 'customer_name', description: '' }],
  tools: [
    tool('find_order', {
      ...{ description: 'Finds an order by its number.', parameters: needing('order_id') },
      samples: [
        { with: { order_id: '1042' }, output: { status: 'shipped', eta: 'Friday' }, isError: false },
        { with: { order_id: '9001' }, output: 'timeout', isError: true },
        { with: {}, output: 'no such order', isError: true },
      ],
    }),
    tool('cancel_order', { description: 'Cancels an order.', parameters: needing('order_id') }),
    tool('log', { phases: ['post'] }),
  ],
}
const cells = (own: AgentSketch = sketch): Cell[] => listCells(own, poolValues(own))
const cellsOf = (suite: string, own: AgentSketch = sketch): Cell[] => {
  const text = `suite: S\nagent: desk\n${suite}`
  const parsed = parseScript(text, 's.yaml')
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message)
  const usual = { versions: ['default'], versionsGiven: false, timeLimitMs: 1_000, stopAfterFailure: true }
  const evidence = { plans: planScript(parsed.script, usual), textOf: () => text, runs: [] }
  return findCover(cells(own), own, evidence)
}
const covered = (conversations: string): string[] =>
  cellsOf(`conversations:\n${conversations}`).flatMap((each) =>
    each.coveredBy.length > 0 ? [`${each.name} ${each.ending}`] : [],
  )
/** The conversations that cover each rule. */
const coverOf = (suite: string, own?: AgentSketch): Record<string, string[]> => {
  const rules = cellsOf(suite, own).filter(({ kind }) => kind === 'rule')
  return Object.fromEntries(rules.map(({ name, coveredBy }) => [name, coveredBy.map((each) => each.conversation)]))
}

describe('the grid of an agent', () => {
  it('has each way in which a tool may end, handoffs, rules and metadata', () => {
    expect(cells().map(({ kind, name, ending, byHand }) => `${kind} ${name} ${ending} ${byHand}`)).toEqual([
      'tool find_order succeeds null',
      'tool find_order fails null',
      'tool find_order finds nothing null',
      'tool find_order value missing null',
      'tool cancel_order succeeds null',
      'tool cancel_order fails nothing says what makes it fail: write a double of it',
      'tool cancel_order finds nothing null',
      'tool cancel_order value missing null',
      'tool log succeeds it runs when a session ends',
      'handoff human-desk null null',
      'rule Never promise a refund. null null',
      'rule Always be polite. null null',
      'rule Never say "as an AI". null null',
      'sentence You are a desk. null cannot be checked by itself: it needs a judge',
      'sentence Have fun! null cannot be checked by itself: it needs a judge',
      'metadata customer_name given null',
      'metadata customer_name missing null',
    ])
  })
  it.each([
    ['{ calls: [find_order] }', ['find_order succeeds', 'customer_name missing']],
    [
      '{ calls: [{ find_order: { with: { order_id: "9001" }, is_error: true } }] }',
      ['find_order fails', 'customer_name missing'],
    ],
    [
      '{ calls: [{ find_order: { with: { order_id: "77" }, is_error: true } }] }',
      ['find_order finds nothing', 'customer_name missing'],
    ],
    ['{ calls: { never: [cancel_order] } }', ['cancel_order value missing', 'customer_name missing']],
    ['{ calls: { post: [log] } }', ['log succeeds', 'customer_name missing']],
    ['{ reply: { agentName: human-desk } }', ['human-desk null', 'customer_name missing']],
    ['{ judge: promises a refund never }', ['Never promise a refund. null', 'customer_name missing']],
  ])('is covered by %s', (expected, which) => {
    expect(covered(`  - name: one\n    turns: [{ user: hi, expect: ${expected} }]\n`)).toEqual(which)
  })
  it.each([
    ['cancel my order', '{ calls: none }', ['cancel_order value missing']],
    ['What is the weather?', '{ calls: none }', []],
    ['What is the weather?', '{ calls: { never: [cancel_order] } }', ['cancel_order value missing']],
  ])('is covered by no call where the talk is about the tool: %s %s', (user, expected, which) => {
    const text = `  - { name: one, turns: [{ user: "${user}", expect: ${expected} }] }\n`
    expect(covered(text).filter((each) => each.startsWith('cancel_order'))).toEqual(which)
  })
  it('is covered by rules that a suite names, and by the goal of a simulated user', () => {
    const user = '{ wants: x, done when: { calls: [{ cancel_order: {} }] } }'
    const text = `  # rule: Always be polite.\n  - { name: one, metadata: { customer_name: A }, simulated user: ${user} }\n`
    expect(covered(text)).toEqual(['cancel_order succeeds', 'Always be polite. null', 'customer_name given'])
  })
  it('is covered by a comment where that stands alone', () => {
    const conversationOf = (of: string): string => `- name: ${of}\n    turns:\n      - user: hi\n`
    const text = [
      `  ${conversationOf('one')}        # rule: Never promise a refund.\n        expect: { reply: x }\n`,
      `  # rule: Always be polite.\n  ${conversationOf('two')}        expect: { reply: x }\n\n  # rule: Never say "as an AI".\n\n`,
      `  ${conversationOf('three')}        expect: { reply: x }\n`,
    ]
    expect(coverOf(`conversations:\n${text.join('')}`)).toEqual({
      'Never promise a refund.': ['one'],
      'Always be polite.': ['two'],
      'Never say "as an AI".': [],
    })
    const guard = '# rule: Always be polite.\nevery turn:\n  # rule: Never promise a refund.\n  reply: x\n'
    const each = ['one', 'two', 'three']
    expect(coverOf(`${guard}conversations:\n${text.join('')}`)).toEqual({
      ...{ 'Never promise a refund.': each, 'Always be polite.': each, 'Never say "as an AI".': [] },
    })
  })
  it.each<[string, string, string[]]>([
    ['Answer in the language of the customer.', '{ reply: { language: de } }', ['one']],
    ['Reply in German.', '{ reply: { all: [{ language: [de, en] }, { contains: x }] } }', ['one']],
    ['Reply in German.', '{ reply: { language: fr } }', []],
    ['Reply in German.', '{ judge: replies in German }', []],
  ])('%s is covered by %s: %j', (rule, expected, which) => {
    const text = `conversations:\n  # rule: ${rule}\n  - name: one\n    turns: [{ user: hi, expect: ${expected} }]\n`
    expect(coverOf(text, { ...sketch, prompts: [rule] })).toEqual({ [rule]: which })
  })
  it('drops no sentence of a prompt but headings and the opening message', () => {
    const long = `You ${'really '.repeat(90)}are the desk.`
    const own = {
      ...{ ...sketch, tools: [], handsOffTo: [], variables: [], opening: 'Hello! Always here.' },
      prompts: [
        `# Role\nStay polite. Never promise\na refund.\n\n- Short replies\n---\n${long}`,
        'Hello! Always here.',
      ],
    }
    expect(cells(own).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'rule Never promise a refund.',
      'rule Always here.',
      'sentence Stay polite.',
      'sentence Short replies',
      `sentence ${long}`,
    ])
  })
  it('is covered by each sentence of a comment, also on its next lines, and by a criterion', () => {
    const comments = '  # rule: Have fun! Never promise\n  # a refund.\n  # to do: Always be polite.\n'
    expect(covered(`${comments}  - { name: one, turns: [{ user: hi, expect: { reply: x } }] }\n`)).toEqual([
      ...['Never promise a refund. null', 'Have fun! null', 'customer_name missing'],
    ])
    const own = { ...sketch, prompts: ['Stay polite.'] }
    const suite = 'conversations: [{ name: one, turns: [{ user: hi, expect: { judge: it stays polite } }] }]'
    const polite = cellsOf(suite, own).find(({ kind }) => kind === 'sentence')
    expect(polite).toMatchObject({ name: 'Stay polite.', coveredBy: [{ conversation: 'one' }] })
  })
  it('is not covered by what is skipped, nor by what is forbidden', () => {
    expect(covered('  - { name: one, skip: later, turns: [{ user: hi, expect: { calls: [find_order] } }] }\n')).toEqual(
      [],
    )
  })
})

describe('rules of a prompt', () => {
  it.each([
    [
      'Antworte höflich. Verspreche niemals eine Erstattung. Du musst nachfragen.',
      ['Verspreche niemals eine Erstattung.', 'Du musst nachfragen.'],
    ],
    ['Look orders up. 1. Do not guess. Mustard is fine.', ['Do not guess.']],
    ['Ne promettez jamais un remboursement.', ['Ne promettez jamais un remboursement.']],
    ['Tu dois rester poli. Frage immer, z. B. Anna.', ['Tu dois rester poli.', 'Frage immer, z. B. Anna.']],
    ['Ask for a yes\nbefore you book. Have fun!', ['Ask for a yes before you book.']],
    [
      'If somebody reports a smell of gas, tell them to leave. Book nothing. Promise no refund.',
      ['If somebody reports a smell of gas, tell them to leave.', 'Book nothing.', 'Promise no refund.'],
    ],
    [
      'Frag nach der Nummer, bevor du buchst. Wenn jemand Gas riecht, nenne die 112.',
      ['Frag nach der Nummer, bevor du buchst.', 'Wenn jemand Gas riecht, nenne die 112.'],
    ],
    [
      'Demandez un accord avant d’annuler. Si el cliente pregunta, di que no.',
      ['Demandez un accord avant d’annuler.', 'Si el cliente pregunta, di que no.'],
    ],
    [
      "Reply in German. Answer in the language of the customer. Match the user's language. Antworte auf Deutsch.",
      [
        ...['Reply in German.', 'Answer in the language of the customer.', "Match the user's language."],
        'Antworte auf Deutsch.',
      ],
    ],
    ['If we are shut, it opens at nine. If an offer or voucher fits, it is cheaper. Orders ship before noon.', []],
    ['Answer in plain language. Our manuals are written in English. Mails in German go to Ann. Be brief.', []],
    ['Frage: Wann öffnet ihr, wenn es regnet? Wenn zu ist, ist der Automat offen. Call it once.', []],
  ])('%s', (prompt, rules) => expect(listRules([prompt])).toEqual(rules))
  it.each([
    ['Never say "as an AI".', { texts: ['as an AI'], tools: [] }],
    ['Never call delete_account.', { texts: [], tools: ['delete_account'] }],
    ['Never call delete_account without a yes.', { texts: [], tools: [] }],
    ['Always say "hello".', { texts: [], tools: [] }],
  ])('forbids plainly: %s', (rule, ban) => expect(plainBan(rule, ['delete_account'])).toEqual(ban))
})

describe('what a user types', () => {
  it.each([
    ['Finds an order by its number.', { order_id: '1042' }, 'Please find order 1042.'],
    ['Cancels the order that was placed last.', { order_id: 7 }, 'Please cancel order 7.'],
    ['Storniert eine Bestellung.', { bestellung_id: '77' }, 'Ich möchte Bestellung 77 stornieren.'],
    ['Modifies a booking.', { nights: 2, room: 'double' }, 'Please modify a booking. Nights: 2, room: double.'],
    ['What is left on a gift card.', { code: 'GIFT-1' }, 'Please check gift card GIFT-1.'],
    ['', {}, 'Please check gift card.'],
    ['Sucht einen Kunden anhand der Nummer.', { nummer: 'N-1' }, 'Ich möchte einen Kunden N-1 suchen.', 'de'],
    ['Annule un rendez-vous.', { numero: 'N-1' }, 'Je voudrais annuler un rendez-vous N-1.', 'fr'],
    ['Cancela una cita.', { cita_id: '7' }, 'Quisiera cancelar cita 7.', 'es'],
    ['Finds an order.', { order_id: '7' }, 'Please find order 7.', 'de'],
    ['', { code: 'GIFT-1' }, 'Es geht um: check gift card GIFT-1.', 'de'],
  ] as [string, JsonObject, string, Tongue?][])('%s %j', (description, args, text, tongue) => {
    expect(userMessage(tool('check_gift_card', { description }), factsIn(args), tongue)).toBe(text)
  })
})

describe('arguments', () => {
  const pool = new Map([['city', ['Oslo']]])
  it.each([
    ['an example', { examples: ['KT1'] }, 'KT1'],
    ['a word of a list', { enum: ['single', 'double'] }, 'single'],
    ['a form', { format: 'date' }, '2030-05-14'],
    ['a pattern', { pattern: '^[A-Z]{2}\\d{4}$' }, 'AA1234'],
    ['a description', { description: "The id, such as '#W0001'." }, '#W0001'],
    ['what another tool takes', {}, 'Oslo'],
  ])('come from %s', (_, schema, value) => {
    const sample = sampleArguments(tool('x', { parameters: needing('city', schema) }), 'succeeds', pool)
    expect(sample).toMatchObject({ args: { city: value }, missing: [] })
  })
  it('are never what every object has', () => {
    const samples = [{ with: {}, output: 'ok', isError: false }]
    const toolSketch = tool('x', { parameters: needing('constructor', { examples: ['w'] }), samples })
    expect(sampleArguments(toolSketch, 'succeeds', new Map())).toMatchObject({
      ...{ args: { constructor: 'w' }, missing: [] },
    })
  })
  const typed = (properties: object) =>
    tool('x', { parameters: { type: 'object', properties, required: Object.keys(properties) } } as object)
  it.each([
    [
      'an id, not what may be chosen',
      { visit_id: { examples: ['V-501'] }, day: { enum: ['monday'] }, time: { examples: ['10:00'] } },
      { visit_id: 'V-945', day: 'monday', time: '10:00' },
    ],
    ['a birth date long ago', { birth_date: { examples: ['1980-05-12'] } }, { birth_date: '1931-05-12' }],
    ['a birth date without an example', { birth_date: { format: 'date' } }, { birth_date: '1931-03-14' }],
    ['a day far off', { day: { format: 'date' } }, { day: '2039-05-14' }],
  ])('that nobody knows: %s', (_, properties, args) => {
    expect(sampleArguments(typed(properties), 'finds nothing', pool).args).toEqual(args)
  })
  it('take each word of a list in turn, and each case of a double', () => {
    const toolSketch = typed({ day: { enum: ['mon', 'tue', null] }, room: { enum: ['a', 'b', 'c'] } })
    const all = Array.from(
      { length: countVariants(toolSketch, 'succeeds') },
      (_, at) => sampleArguments(toolSketch, 'succeeds', pool, at).args,
    )
    expect(all).toEqual([
      { day: 'mon', room: 'a' },
      { day: 'tue', room: 'b' },
      { day: 'mon', room: 'c' },
    ])
    const samples = ['1', '2'].map((id) => ({ with: { id }, output: 'ok', isError: false }))
    expect(countVariants(tool('x', { samples }), 'succeeds')).toBe(2)
    expect(countVariants(typed({ n: { enum: Array.from('abcdefgh') } }), 'succeeds')).toBe(4)
  })
  it('that nobody knows are missing, and those of nothing are unheard of', () => {
    const toolSketch = tool('x', { parameters: needing('street') })
    expect(sampleArguments(toolSketch, 'succeeds', pool).missing).toEqual(['street'])
    const sketchedTool = tool('x', { parameters: needing('id', { examples: ['B-77'] }) })
    expect(sampleArguments(sketchedTool, 'finds nothing', pool).args).toEqual({ id: 'B-11' })
  })
})

it('drafts a suite that is sound', async () => {
  const suite = draftSuite(sketch, cells(), ['Drafts.'])
  expect(parseScript(suite?.text ?? '', 'drafts.yaml').ok).toBe(true)
  await expect(suite?.text).toMatchFileSnapshot('drafts.out.yaml')
})
