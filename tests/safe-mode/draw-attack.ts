import type { WireRequest } from '../../src/wire/client/transport.ts'
import { respell } from './respell.ts'

/** A seeded source of random numbers. */
export type Dice = (below: number) => number

/** Dice from a seed (mulberry32). */
export function throwDice(seed: number): Dice {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** One request with any number of tricks in it, possibly none. */
export function drawAttack(dice: Dice, origin: string): WireRequest {
  const method = pick(dice, ['POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'GET', 'DELETE'] as const)
  const path = dice(4) > 0 ? (method === 'GET' ? '/api/session/fetch/abc-1' : chat) : pick(dice, paths)
  const body = method === 'GET' && dice(20) > 0 ? undefined : drawBody(dice)
  return {
    method,
    url: origin + path,
    headers: drawHeaders(dice, body !== undefined),
    ...(body === undefined ? {} : { body }),
    timeLimitMs: 1_000,
  }
}

const chat = '/api/chat-agent/trigger'
const paths = [
  '/api/call/trigger',
  '/workflow/trigger',
  '/api/workflow/call/w1',
  '/api/agent/blueprints',
  '/api/session/fetch/abc',
  '/api/session/fetch/..%2F..%2Fcall%2Ftrigger',
  '/api/session/fetch/%2e%2e/%2e%2e/call/trigger',
  '/api/session/fetch/..%252f..%252fcall%252ftrigger',
  '/api/session/fetch/..%5C..%5Ccall%5Ctrigger',
  '/api/session/fetch/%EF%BC%8E%EF%BC%8E%EF%BC%8F..%EF%BC%8Fcall%EF%BC%8Ftrigger',
  '/api/session/fetch/abc%3FcommunicationChannel=wa',
  '/api/session/fetch/abc;x=/../../call/trigger',
  '/api/session/fetch/a%20b',
  '/api/session/fetch/%FF',
  '/api/session/fetch/abc?_method=DELETE',
  '/api/session/fetch/',
  `${chat}/`,
  `${chat}?doReturnResponse=false`,
  `${chat}?customerNumber=15550100`,
  `${chat}#x`,
  `${chat}/../../call/trigger`,
  `${chat}%2F..%2F..%2Fcall%2Ftrigger`,
  `/${chat}`,
  chat.toUpperCase(),
  chat.replace('-', '%2D'),
  `/api/call/trigger/..${chat}`,
  '/api/./chat-agent/./trigger',
  '/api\\chat-agent\\trigger',
  `${chat};jsessionid=1`,
  `${chat}%00`,
  `${chat}.json`,
]

const inline: [string, string][] = [
  ['agentName', '"desk"'],
  ['message', '"Hello"'],
  ['sessionId', '"abc-1"'],
  ['agentVersion', '"draft"'],
  ['metadata', '{"first_name":"Ada"}'],
  ['chatOptions', '{"additionalContext":"be brief"}'],
]
const addressing = [
  'communicationChannel', 'customerNumber', 'customerEmail', 'agentNumber', 'attachments', 'whatsappOptions', 'emailOptions',
  'replyTo', 'phoneNumber', 'phone', 'to', 'cc', 'recipient', 'customer_number', 'customer.number', 'customer[number]',
  'channel', 'scheduleTime', 'startWorkingHour', 'callOnDate', 'mobile', 'email', 'number', 'doReturnResponse', 'msisdn',
] // biome-ignore format: a list of words
const values = [
  'true', 'false', '"true"', '1', 'null', '"wa"', '"+15550100"', '"a@example.com"', '[]', '{}', '["x"]',
  '["https://files.example/a.jpg"]', '["mailto:a@example.com"]', '["https://files.example/a.jpg",["tel:1"]]',
  '{"customerNumber":"1"}', '{"number":"1","channel":"wa"}', '"{\\"communicationChannel\\":\\"wa\\",\\"to\\":\\"1\\"}"',
  '"communicationChannel=wa&customerNumber=1"', '{"messageType":"say","message":"hi"}',
] // biome-ignore format: a list of words
const flags = ['false', '"true"', '1', '"TRUE"', 'null', '[true]', '{}', '"yes"', '"1"', '0', 'True']

/** The text of a body: what an inline reply needs, plus some tricks. */
function drawBody(dice: Dice): string {
  let pairs: [string, string][] = [['"doReturnResponse"', 'true']]
  for (const [name, value] of inline) if (dice(2) === 0) pairs.push([`"${name}"`, value])
  for (let tricks = dice(4); tricks > 0; tricks -= 1) pairs = playTrick(dice, pairs)
  const text = `{${pairs.map(([name, value]) => `${name}:${value}`).join(',')}}`
  return dice(8) > 0 ? text : disguise(dice, text)
}

function playTrick(dice: Dice, pairs: [string, string][]): [string, string][] {
  const member: [string, string] = [respell(dice, pick(dice, addressing)), pick(dice, values)]
  const others = pairs.filter(([name]) => name !== '"doReturnResponse"')
  switch (dice(8)) {
    case 0:
      return others
    case 1:
      return [...others, ['"doReturnResponse"', pick(dice, flags)]]
    case 2:
      return [[respell(dice, 'doReturnResponse'), pick(dice, [...flags, 'true'])], ...pairs]
    case 3:
      return [
        ...pairs,
        [pick(dice, ['"metadata"', '"chatOptions"']), `{${member.join(':')},"x":{${drawMember(dice)}}}`],
      ]
    case 4:
      return [...pairs, ['"metadata"', `{${drawMember(dice)},${drawMember(dice)}}`]]
    case 5:
      return [
        ...others,
        ['"doReturnResponse"', 'true'],
        [pick(dice, ['"agentName"', '"message"', '"metadata"']), pick(dice, values)],
      ]
    default:
      return dice(2) === 0 ? [...pairs, member] : [member, ...pairs]
  }
}

const drawMember = (dice: Dice): string => `${respell(dice, pick(dice, addressing))}:${pick(dice, values)}`

/** The same body in a format that only some services read. */
function disguise(dice: Dice, text: string): string {
  const form = 'doReturnResponse=true&agentName=desk&communicationChannel=wa&customerNumber=15550100'
  return pick(dice, [
    `\uFEFF${text}`,
    ` ${text}\n`,
    `${text}{"communicationChannel":"wa","customerNumber":"1"}`,
    `[${text}]`,
    `/* */${text}`,
    text.replace(/\}$/, ',}'),
    text.replaceAll('"', "'"),
    form,
    `--x\r\nContent-Disposition: form-data; name="customerNumber"\r\n\r\n1\r\n--x--`,
    [...text].join('\0'),
    JSON.stringify(text),
    '',
    'null',
    `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)},"doReturnResponse":true}`,
  ])
}

function drawHeaders(dice: Dice, body: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'x-api-key': 'k' }
  if (body && dice(16) > 0) headers[pick(dice, ['content-type', 'Content-Type'])] = 'application/json'
  if (dice(10) > 0) return headers
  const [name, value] = pick(dice, [
    ['x-http-method-override', 'DELETE'],
    ['X-HTTP-Method', 'POST'],
    ['x-original-url', '/api/call/trigger'],
    ['x-forwarded-path', '/api/call/trigger'],
    ['x-customer-number', '15550100'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'text/plain'],
    ['content-encoding', 'identity'],
    ['accept', 'application/json'],
    ['authorization', 'Bearer k\r\nx-http-method-override: DELETE'],
  ])
  return { ...headers, [name]: value }
}

function pick<T>(dice: Dice, all: readonly T[]): T {
  return all[dice(all.length)] as T // in range
}
