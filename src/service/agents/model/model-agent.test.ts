import type { Fixture } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json/json.ts'
import type { ModelSettings } from '../../../wire/models/model.ts'
import { accessModels } from '../../../wire/models/model-access.ts'
import { type ModelDouble, openModelDouble } from '../../../wire/models/model-double.fixture.ts'
import { AgentError, type AgentFunction, type AgentPart, type AgentTurn } from '../../workspace/agent-function.ts'
import { usualLimits } from './allowance.ts'
import { type ModelAgentSettings, type ModelAgentTool, modelAgent } from './model-agent.ts'
import { entriesOf, play, turnOf } from './model-turn.fixture.ts'

let double: ModelDouble
beforeAll(async () => {
  double = await openModelDouble()
})
afterAll(() => double.close())

const object = (...required: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(required.map((name) => [name, { type: 'string' }])),
  required,
})
const lookUp: ModelAgentTool = {
  name: 'lookup_order',
  description: 'Finds an order.',
  parameters: object('order_id'),
  phase: 'during',
}

function agentOf(
  options: Partial<ModelAgentSettings> = {},
  model: ModelSettings = double.settings.compatible,
): AgentFunction {
  const settings: ModelAgentSettings = {
    model,
    prompt: ['You are the order desk.'],
    initialMessage: '',
    tools: [lookUp],
    handsOffTo: [],
    mayEnd: false,
    limits: usualLimits,
    foldAfter: null,
    ...options,
  }
  return modelAgent(settings, accessModels({}, { folder: process.cwd(), env: double.env }))
}

/** Plays a turn, recording its calls. Gives the calls and the result of the turn. */
async function playNoted(
  agent: AgentFunction,
  fields: Partial<AgentTurn> = {},
  answer: string | Error = '{"state":"sent"}',
) {
  const calls: [string, JsonObject][] = []
  const parts: AgentPart[] = []
  const turn = turnOf(fields, (name, args) => {
    calls.push([name, args])
    return answer
  })
  const played = play(agent, turn)
  return { ...(await played), calls, more: parts }
}

/** Why a turn is refused. */
async function refusalOf(agent: AgentFunction, turn: Partial<AgentTurn> = {}): Promise<string> {
  const error = await playNoted(agent, turn).then(
    () => expect.fail('it answered'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AgentError)) throw error
  return error.message.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
}

const says = (content: string): Fixture => ({ match: {}, response: { content } })
const calls = (name: string, args: JsonObject | string, content?: string): Fixture => {
  const toolCalls = [{ name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }]
  return { match: { hasToolResult: false }, response: content === undefined ? { toolCalls } : { content, toolCalls } }
}
/** The system text and the messages of the last request. */
const readRequest = () => {
  const [system, ...messages] = double.last().body.messages
  return { system: String(system?.content), messages: messages.map(({ role, content }) => [role, content]) }
}

it.each(['openai', 'anthropic', 'google', 'compatible'] as const)(
  'a turn with a model of %s',
  { tags: 'slow' },
  async (provider) => {
    const response = {
      content: 'I look.',
      reasoning: 'An order.',
      toolCalls: [{ name: 'lookup_order', arguments: '{"order_id":"1042"}' }],
    }
    double.answer(
      { match: { hasToolResult: false }, response },
      { match: { toolResultContains: 'sent' }, response: { content: 'On its way.' } },
    )
    const played = await playNoted(agentOf({}, double.settings[provider]))
    expect(played.parts).toEqual([{ think: 'An order.' }, 'I look.', 'On its way.'])
    expect(played.calls).toEqual([['lookup_order', { order_id: '1042' }]])
  },
)

it('what stands before a call is said before it runs, and several calls run in their order', async () => {
  const order: unknown[] = []
  const toolCalls = ['1', '2'].map((id) => ({ name: 'lookup_order', arguments: JSON.stringify({ order_id: id }) }))
  double.answer(
    { match: { hasToolResult: false }, response: { content: 'Two of them.', toolCalls } },
    says('Both are sent.'),
  )
  const turn = turnOf({}, (_, { order_id: id }) => {
    order.push(id)
    return 'sent'
  })
  for await (const part of agentOf()(turn) as AsyncIterable<AgentPart>) if (typeof part === 'string') order.push(part)
  expect(order).toEqual(['Two of them.', '1', '2', 'Both are sent.'])
})

it('the prompt is filled with the details of the customer, and context holds for one reply', async () => {
  double.answer(says('Hello.'))
  const agent = agentOf({ prompt: ['You serve ${name}.', 'Be ${mood}.'] })
  await playNoted(agent, { variables: { name: 'Asha' }, context: 'Mention the sale to ${name}.' })
  expect(readRequest().system).toBe(
    'You serve Asha.\n\nBe ${mood}.\n\nFor this reply alone:\nMention the sale to Asha.',
  )
})

it('what was said and done before is told as it was', async () => {
  double.answer(says('Yes.'))
  const history = entriesOf(
    'Hello!',
    '> Where is 1042?',
    'I look.',
    ['lookup_order', { order_id: '1042' }, 'sent'],
    'On its way.',
    ['lookup_order', {}],
  )
  await playNoted(agentOf(), { history, message: 'Sure?' })
  expect(readRequest().messages).toEqual([
    ['user', '(The conversation begins.)'],
    ['assistant', 'Hello!'],
    ['user', 'Where is 1042?'],
    ['assistant', 'I look.'],
    ['tool', 'sent'],
    ['assistant', 'On its way.'],
    ['tool', 'It has not answered.'],
    ['user', 'Sure?'],
  ])
})

it('functions before the conversation, and those of other agents, are told as what has run', async () => {
  double.answer(says('Yes.'))
  const history = entriesOf(['load_customer', { id: 7 }, '{"name":"Asha"}'], '> Hi', 'Hello!')
  await playNoted(agentOf(), { history })
  expect(readRequest().system).toContain('Functions that have run:\nload_customer({"id":7}) -> {"name":"Asha"}')
})

it('a summary stands in place of what was before it, except for the message that its turn answered', async () => {
  double.answer(says('Yes.'))
  const history = entriesOf('> Old', 'Old answer', '> Newer', '= Asha asked for 1042.', 'New answer')
  await playNoted(agentOf(), { history, message: 'And now?' })
  expect(readRequest().system).toContain('The conversation so far, in short:\nAsha asked for 1042.')
  expect(readRequest().messages).toEqual([
    ['user', 'Newer'],
    ['assistant', 'New answer'],
    ['user', 'And now?'],
  ])
})

describe('fold history after', () => {
  it('has the model write a summary first, once more messages stand there', async () => {
    double.answer(
      { match: { systemMessage: 'You write the notes' }, response: { content: 'Asha asked for 1042, which is sent.' } },
      says('Yes.'),
    )
    const history = entriesOf(
      '> Where is 1042?',
      ['lookup_order', { order_id: '1042' }, 'sent'],
      'On its way.',
      '> When?',
    )
    const playback = await playNoted(agentOf({ foldAfter: 3 }), { history, message: 'Sure?' })
    expect(playback.parts).toEqual(['Yes.'])
    const folded = await playNoted(agentOf({ foldAfter: 2 }), { history, message: 'Sure?' })
    expect(folded.parts).toEqual([{ summarise: 'Asha asked for 1042, which is sent.' }, 'Yes.'])
    expect(readRequest().messages.at(-1)).toEqual(['user', 'When?\n\nSure?'])
    const question = double.requests().at(-2)?.messages.at(-1)?.content
    expect(question).toContain(
      'Customer: Where is 1042?\nFunction: lookup_order({"order_id":"1042"}) -> sent\nAgent: On its way.',
    )
  })
})

describe('a tool that fails', () => {
  it('is told to the model, which goes on', async () => {
    double.answer(calls('lookup_order', { order_id: '9' }), {
      match: { toolResultContains: 'nobody' },
      response: { content: 'I cannot find it.' },
    })
    const played = await playNoted(agentOf(), {}, new Error('nobody answers'))
    expect(played.parts).toEqual(['I cannot find it.'])
  })

  it('an unknown one is called all the same, so that its failure is an entry', async () => {
    double.answer(calls('lokup', { a: '1' }), says('Sorry.'))
    const played = await playNoted(agentOf(), {}, new Error('there is no such tool'))
    expect([played.calls, played.parts]).toEqual([[['lokup', { a: '1' }]], ['Sorry.']])
  })

  it.each(['{"order_id": 10', '["1042"]', '"1042"'])(
    'arguments such as %s are an entry, and nothing is called',
    async (args) => {
      double.answer(calls('lookup_order', args), {
        match: { toolResultContains: 'no JSON object' },
        response: { content: 'Sorry.' },
      })
      const played = await playNoted(agentOf())
      const error = expect.stringContaining('Error: the arguments are no JSON object: ')
      expect(played.parts).toEqual([{ call: 'lookup_order', with: {}, error, timeMs: 0 }, 'Sorry.'])
      expect(played.calls).toEqual([])
    },
  )

  it('of another phase is an entry, and is not called', async () => {
    double.answer(calls('log_call', {}), says('Sorry.'))
    const log: ModelAgentTool = { ...lookUp, name: 'log_call', phase: 'post' }
    const played = await playNoted(agentOf({ tools: [lookUp, log] }))
    const error = 'Error: log_call runs after the conversation alone'
    expect(played.parts).toEqual([{ call: 'log_call', with: {}, error, timeMs: 0 }, 'Sorry.'])
    expect(played.calls).toEqual([])
    expect(double.last().body.tools?.map((each) => each.function.name)).toEqual(['lookup_order'])
  })
})

describe('handing over', () => {
  const desk = { handsOffTo: ['billing', 'human desk'] }

  it('says what the model tells the customer, under its own name, and ends the turn', async () => {
    double.answer(calls('hand_off', { agent: 'billing', say: 'I hand you over.' }))
    const { parts, calls: called } = await playNoted(agentOf(desk))
    expect([parts, called]).toEqual([['I hand you over.', { handOff: 'billing' }], []])
    const again = calls('hand_off', { agent: 'human desk', say: '' }, 'One moment.')
    double.answer(again)
    expect((await playNoted(agentOf(desk))).parts).toEqual(['One moment.', { handOff: 'human desk' }])
  })

  it.each([{ agent: 'billing' }, { agent: 'billing', say: ' ' }])('may do so without a word: %j', async (args) => {
    double.answer(calls('hand_off', args))
    expect((await playNoted(agentOf(desk))).parts).toEqual([{ handOff: 'billing' }])
  })

  it('does not end without a word', async () => {
    const again = { match: { toolResultContains: 'tell the customer something first' }, response: { content: 'Bye.' } }
    double.answer(calls('end_conversation', { say: ' ' }), again)
    expect((await playNoted(agentOf({ mayEnd: true }))).parts).toEqual(['Bye.'])
  })

  it.each([[{ agent: 'nobody', say: 'Bye.' }, 'there is no agent "nobody" to hand over to: billing, human desk']])(
    'with %j the model is told what is wrong',
    async (args, problem) => {
      double.answer(calls('hand_off', args), {
        match: { toolResultContains: problem },
        response: { content: 'Sorry.' },
      })
      expect((await playNoted(agentOf(desk))).parts).toEqual(['Sorry.'])
    },
  )

  it('is nothing for an agent without others, and has another name where a function has it', async () => {
    double.answer(says('Hi.'))
    await playNoted(agentOf({ mayEnd: true, ...desk, tools: [{ ...lookUp, name: 'hand_off' }] }))
    const offered = () => double.last().body.tools?.map((each) => each.function.name)
    expect(offered()).toEqual(['hand_off', 'hand_off_', 'end_conversation'])
    await playNoted(agentOf())
    expect(offered()).toEqual(['lookup_order'])
  })
})

it('the model ends the conversation where it may', async () => {
  double.answer(calls('end_conversation', { say: 'Goodbye.' }))
  expect((await playNoted(agentOf({ mayEnd: true }))).parts).toEqual(['Goodbye.', { end: true }])
  double.answer(calls('end_conversation', { say: 'Goodbye.' }), says('Bye.'))
  expect((await playNoted(agentOf(), {}, new Error('no such tool'))).calls).toEqual([
    ['end_conversation', { say: 'Goodbye.' }],
  ])
})

describe('opening', () => {
  const open = { occasion: 'open', message: null } as const

  it('says its initial message, or that of the call, and asks nobody', async () => {
    double.answer()
    const agent = agentOf({ initialMessage: 'Hello ${name}!' })
    const variables = { name: 'Asha' }
    expect((await playNoted(agent, { ...open, variables })).parts).toEqual(['Hello Asha!'])
    expect((await playNoted(agent, { ...open, variables, opening: 'Hi ${name}' })).parts).toEqual(['Hi Asha'])
    expect(double.requests()).toEqual([])
  })

  it('is the words of the model where there is none', async () => {
    double.answer({ match: { userMessage: 'You speak first' }, response: { content: 'Good day!' } })
    expect((await playNoted(agentOf(), open)).parts).toEqual(['Good day!'])
  })
})

it('a silent customer is answered', async () => {
  double.answer({ match: { userMessage: 'The customer says nothing' }, response: { content: 'Are you there?' } })
  const history = entriesOf('Hello!', '> Hi', 'Yes?')
  expect((await playNoted(agentOf(), { occasion: 'silence', message: null, history })).parts).toEqual([
    'Are you there?',
  ])
})

describe('the end', () => {
  const log: ModelAgentTool = {
    name: 'log_call',
    description: 'Logs.',
    parameters: object('outcome', 'customer_id'),
    phase: 'post',
  }
  const end = {
    occasion: 'end',
    message: null,
    variables: { customer_id: '7' },
    history: entriesOf('> Hi', 'Hello!'),
  } as const

  it('asks for arguments that only the conversation holds', async () => {
    double.answer({
      match: { userMessage: 'Call log_call now' },
      response: { toolCalls: [{ name: 'log_call', arguments: '{"outcome":"solved","customer_id":"7"}' }] },
    })
    const tools = [lookUp, log, { ...log, name: 'close', parameters: object('customer_id') }]
    const { parts, calls: called } = await playNoted(agentOf({ tools }), end)
    expect([parts, called]).toEqual([[], [['log_call', { outcome: 'solved', customer_id: '7' }]]])
    expect(double.requests()).toHaveLength(1)
  })

  it('asks nobody where the details of the customer hold them all', async () => {
    double.answer()
    const tools = [{ ...log, parameters: object('customer_id') }]
    expect(await playNoted(agentOf({ tools }), end)).toMatchObject({ parts: [], calls: [] })
    expect(double.requests()).toEqual([])
  })

  it('a model that gives none leaves an entry that says so', async () => {
    double.answer(says('I would not.'))
    const { parts } = await playNoted(agentOf({ tools: [log] }), end)
    const error = 'Error: openai-compatible/qwen3 gave no arguments for it'
    expect(parts).toEqual([{ call: 'log_call', with: {}, error, timeMs: 0, phase: 'post' }])
  })
})

describe('attachments', () => {
  const attachments = ['https://files.example.com/parcel.png', 'https://files.example.com/bill.pdf']

  it('are files for a model that takes them', async () => {
    double.answer(says('I see.'))
    await playNoted(agentOf({}, double.settings.anthropic), { attachments })
    const sent = JSON.stringify(double.last().body.messages)
    for (const url of attachments) expect(sent).not.toContain(`: ${url}]`)
  })

  it('are links for one that does not', async () => {
    double.answer(says('I see.'))
    await playNoted(agentOf(), { attachments, message: '' })
    expect(readRequest().messages).toEqual([['user', `[image: ${attachments[0]}]\n[file: ${attachments[1]}]`]])
  })
})

describe('limits', () => {
  const endless = { match: {}, response: { toolCalls: [{ name: 'lookup_order', arguments: '{"order_id":"1"}' }] } }

  it('of steps: an endless loop of calls is an error that says so, and the last calls are not carried out', async () => {
    double.answer(endless)
    const called: string[] = []
    const agent = agentOf({ limits: { ...usualLimits, steps: 3 } })
    const turn = turnOf({}, (name) => {
      called.push(name)
      return 'sent'
    })
    await expect(play(agent, turn)).rejects.toThrow(
      'openai-compatible/qwen3 called functions in each of its 3 steps and came to no answer (limits: steps): lookup_order 3 times',
    )
    expect(called).toHaveLength(2)
    expect(double.requests()).toHaveLength(3)
  })

  it('of tokens: a turn that needs more is an error', async () => {
    const usage = { prompt_tokens: 90, completion_tokens: 20 }
    double.answer({ match: {}, response: { ...endless.response, usage } })
    const limits = { ...usualLimits, tokens: 200 }
    expect(await refusalOf(agentOf({ limits }))).toBe(
      'the turn took 220 tokens of openai-compatible/qwen3 and is not done, more than the 200 of its limits',
    )
    double.answer({ match: {}, response: { content: 'Yes.', usage } })
    expect(await playNoted(agentOf({ limits: { ...usualLimits, tokens: 100 } }))).toMatchObject({
      parts: ['Yes.'],
      tokens: 110,
    })
  })

  it('of time: a model that takes longer is an error', async () => {
    double.answer({ ...says('Late.'), latency: 100, chaos: { latencyMs: 2_000 } })
    expect(await refusalOf(agentOf({ limits: { ...usualLimits, timeMs: 200 } }))).toMatch(
      /^qwen3 at HOST gave no answer within (?:1\d\d|200) ms; the whole turn may take 200 ms \(limits: time\)$/,
    )
  })

  it('a turn that is given up ends for the reason of its signal', async () => {
    double.answer({ ...says('Late.'), chaos: { latencyMs: 2_000 } })
    const controller = new AbortController()
    const reason = new Error('given up')
    setTimeout(() => controller.abort(reason), 50)
    await expect(playNoted(agentOf(), { signal: controller.signal })).rejects.toBe(reason)
  })
})

describe('an answer without words', () => {
  it('is an empty message', async () => {
    double.answer(says(''))
    expect((await playNoted(agentOf())).parts).toContain('')
  })
  it('is an error that says so', async () => {
    double.answer({ match: {}, response: { content: ' ', finishReason: 'length' } })
    const model = { ...double.settings.compatible, maxOutputTokens: 5 }
    expect(await refusalOf(agentOf({}, model))).toBe(
      'the answer of qwen3 at HOST was cut off after 5 tokens: raise max output tokens',
    )
    double.answer({ match: {}, response: { content: '', finishReason: 'content_filter' } })
    expect(await refusalOf(agentOf())).toContain('was kept back by its content filter')
  })

  it('is none where something was said before a call', async () => {
    double.answer(calls('lookup_order', { order_id: '1' }, 'I note it.'), says(''))
    expect((await playNoted(agentOf())).parts).toEqual(['I note it.'])
  })
})

it('a model that cannot be asked is an error of the agent', async () => {
  expect(await refusalOf(agentOf({}, { use: 'opnai/gpt-5' }))).toContain('did you mean "openai"?')
  double.answer({ match: {}, response: { error: { message: 'no' }, status: 401 } })
  expect(await refusalOf(agentOf())).toContain('HOST refused the key of GATEWAY_KEY')
})
