import { ran } from '../no-false-green/play-row.ts'
import type { Act } from '../no-false-green/row.ts'
import { type Dice, dates, phases, texts, tools } from './pool.ts'
import type { Doings } from './stage.ts'

/** What an agent does in up to three turns, with an occasional fault of the service. */
export function makeDoings(dice: Dice, turns: number): Doings {
  const acts = Array.from({ length: turns }, (_, turn) => makeTurn(dice, turn))
  const doings: Doings = {
    acts,
    session: makeSession(dice),
    refusals: dice.chance(4) ? [{ turn: dice.below(turns), ...dice.one(refusals) }] : [],
    hidden: [],
    edits: [],
    environment: { SHOP: 'shipped' },
  }
  const moved = edits(turns).filter(({ from }) => doings.refusals.length === 0 || !from.includes('session-1'))
  return dice.chance(4) ? { ...doings, edits: [dice.one(moved)] } : doings
}

const refusals = [
  { status: 400, errorCode: 'messageRequired' },
  { status: 404, errorCode: 'channelNotFound' },
  { status: 422, errorCode: 'validationError' },
]

const edits = (turns: number): Doings['edits'] => [
  { turn: turns - 1, from: 'Hi', to: 'Ho' },
  { turn: null, from: 'shipped', to: 'sent' },
  ...(turns > 1 ? [{ turn: turns - 1, from: '"sessionId":"session-1"', to: '"sessionId":"session-9"' }] : []),
  { turn: null, from: '"sessionId":"session-1"', to: '"sessionId":"session-9"' },
]

function makeTurn(dice: Dice, turn: number): Act[] {
  const acts: Act[] = []
  const calls = dice.below(4)
  for (let call = 0; call < calls; call += 1) acts.push(...makeCall(dice))
  const answers: Act[] = dice.chance(94) ? [makeMessage(dice)] : []
  if (dice.chance(25)) answers.push(makeMessage(dice))
  const place = dice.chance(80) ? acts.length : dice.below(acts.length + 1)
  acts.splice(place, 0, ...answers)
  if (dice.chance(10)) acts.unshift({ type: 'thinking', thinking: dice.one(texts) })
  if (dice.chance(6)) acts.push({ type: 'summary', summary: dice.one(texts) })
  if (dice.chance(6)) acts.unshift(message([{ type: 'text', text: dice.one(texts) }], { role: 'backgroundAgent' }))
  if (dice.chance(6)) acts.push(...makeSlip(dice, turn))
  return acts
}

const message = (content: object[], more: object = {}): Act => ({ type: 'message', content, ...more })

function makeMessage(dice: Dice): Act {
  const text = dice.chance(15) ? `${dice.one(texts)}\n${dice.one(texts)}` : dice.one(texts)
  const json = dice.chance(8) ? makeBlocks(dice) : text
  const textItem = { type: 'text', text: json }
  const link = { mimeType: 'a/b', url: `https://${dice.one(['shop', 'files'])}.example/x` }
  const extras = [
    { type: 'button', text: dice.one(texts), payload: dice.one(['yes', 'no']) },
    { type: 'button', text: dice.one(texts), payload: dice.one(['yes', 'no']) },
    { type: 'image', caption: dice.one(texts), ...link },
    { type: 'video', caption: dice.one(texts), ...link },
    { type: 'audio', ...link },
    { type: 'file', filename: dice.one(texts), ...link },
  ]
  const more = dice.chance(30) ? dice.some(extras) : []
  const speaker = dice.chance(8) ? { agentName: dice.one(['human', 'desk', null]) } : {}
  if (dice.chance(3)) return message(more.length > 0 ? more : [textItem], speaker)
  return message(
    dice.chance(5) ? [textItem, ...more, { type: 'text', text: dice.one(texts) }] : [textItem, ...more],
    speaker,
  )
}

/** JSON in a fenced block, or in two that share a line. */
function makeBlocks(dice: Dice): string {
  const fence = dice.one(['```', '```', '~~~'])
  const block = (): string => `${fence}json\n${makeJson(dice)}\n${fence}`
  return dice.chance(80) ? `See:\n${block()}` : `See ${block()} ${block()}`
}

/** The JSON of an output, often with a member that it has twice. */
function makeJson(dice: Dice): string {
  const { total = 1, ...others } = makeOutput(dice) as Record<string, unknown>
  const text = JSON.stringify({ ...others, total })
  return dice.chance(60) ? text : text.replace(/\}$/, `,"total":${dice.one([1, 12])}}`)
}

/**
 * Calls that the stored session alone has: of the phase post behind a turn or pre before it, as any service may, or of
 * any phase anywhere. `lengths` are the numbers of entries of the turns.
 */
export function makeHidden(dice: Dice, lengths: readonly number[]): Doings['hidden'] {
  const ends = lengths.map((_, turn) => lengths.slice(0, turn + 1).reduce((sum, each) => sum + each, 0))
  const total = ends.at(-1) ?? 0
  const isUsual = dice.chance(50)
  const phase = isUsual ? dice.one(['post', 'pre']) : dice.one([...phases, null])
  const at = isUsual ? (phase === 'post' ? dice.one(ends) : dice.one([0, ...ends.slice(0, -1)])) : dice.below(total + 1)
  const acts = ran(dice.one(tools), { id: dice.one(['1', '12', 1]) }, dice.one(texts), {
    is_error: dice.chance(20),
    executionTimeMs: 10,
    phase,
  })
  return [{ at, acts: acts.map((act) => (typeof act === 'string' ? act : { ...act, call_id: 'hidden' })) }]
}

/** A call and its output, usually in direct succession. */
function makeCall(dice: Dice): Act[] {
  const name = dice.one(tools)
  const args = { id: dice.one(['1', '12', 1]), ...(dice.chance(50) ? { note: dice.one([...texts, '']) } : {}) }
  const ms = dice.chance(6) ? null : dice.chance(2) ? -5 : dice.one([10, 500, 900, 2000])
  const failed = dice.chance(12)
  const phase = dice.one([...phases, 'during', 'during', 'during', 'during', null])
  const output = failed || dice.chance(8) ? dice.one(texts) : dice.chance(3) ? makeJson(dice) : makeOutput(dice)
  return ran(
    name,
    dice.chance(85) ? args : { ...args, wait_seconds: dice.one([30, 120]), at: dice.one(dates) },
    output,
    {
      is_error: failed,
      executionTimeMs: ms,
      phase,
    },
  )
}

function makeOutput(dice: Dice): object {
  const members: [string, unknown][] = [
    ['status', dice.one([...texts, '', null])],
    ['total', dice.one([19.9, 12, 1, 0, '12', null])],
    ['at', dice.one(dates)],
    ['tags', dice.one([[], ['shipped'], ['order 1', 'Sorry'], ['1', 1], ['shipped', 'shipped', 'a.*b']])],
    ['items', [{ id: dice.one([1, 3]), kind: dice.one(texts) }, ...(dice.chance(50) ? [{ id: 3 }] : [])]],
    ['open', dice.chance(50)],
    ['executionTimeMs', dice.one([500, 2000])],
    ['equals', dice.one(texts)],
  ]
  return Object.fromEntries(members.filter(() => dice.chance(55)))
}

/** Something that a law forbids, or that is unknown to the interface. */
function makeSlip(dice: Dice, turn: number): Act[] {
  const same = (act: Act): Act => (typeof act === 'string' ? act : { ...act, call_id: 'same' })
  const [call = '', output = ''] = ran('cancel', { id: '1' })
  if (dice.chance(12)) return [...ran('refund'), ...ran('refund')].map(same)
  if (dice.chance(12)) return [call, { ...(output as object), phase: 'post' }]
  return [makeOneSlip(dice, turn)]
}

function makeOneSlip(dice: Dice, turn: number): Act {
  const text = (words: string): Act => message([{ type: 'text', text: words }])
  return dice.one<Act>([
    { type: 'handover', to: 'human' },
    message([
      { type: 'text', text: 'Order 1' },
      { type: 'sticker', id: 's-1' },
    ]),
    text('  \u200b'),
    text('Hello ${customer_name}'),
    text('Hello {{name}}'),
    message([
      { type: 'text', text: 'Order 1' },
      { type: 'button', text: 'Yes please', payload: '${link}' },
    ]),
    { type: 'function_call', name: 'lookup', call_id: `open-${turn}`, arguments: { id: '1' } },
    { type: 'function_call_output', name: 'lookup', call_id: `none-${turn}` },
    { type: 'function_call', name: 'lookup', call_id: 'same', arguments: {}, phase: null },
    { type: 'message', content: [{ type: 'text', text: 'Order 1' }], timestamp: '2020-01-01T00:00:00.000Z' },
    { type: 'message', content: [{ type: 'text', text: 'Order 1' }], timestamp: 'soon' },
    message([{ type: 'text', text: 'Hi' }], { role: 'user' }),
  ])
}

function makeSession(dice: Dice): Record<string, unknown> {
  const agentName = dice.chance(6) ? dice.one(['human', 'other']) : 'desk'
  const agent = { name: agentName, number: null, email: null, version: dice.one([null, null, '2', '3']) }
  const members: [string, unknown][] = [
    ['status', dice.one(['active', 'completed', 'call_hangup'])],
    ['agentDetails', agent],
    [
      'analysis',
      dice.one([null, { sentiment: 'positive', summary: dice.one(texts) }, { sentiment: 'neutral', score: 12 }]),
    ],
    ['dynamicVariables', dice.one([null, { order: '1', total: 19.9 }, { order: dice.one(texts) }])],
    ['communicationChannelType', dice.one(['webChat', 'sms'])],
    ['duration', dice.one([12, 30, 120])],
    ['retryAttemptNo', dice.one([0, 1])],
    ['recordingUrl', 'https://files.example/recordings/1.mp3'],
  ]
  return Object.fromEntries(members.filter(() => dice.chance(60)))
}
