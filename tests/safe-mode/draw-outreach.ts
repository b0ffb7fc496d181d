import type { OwnedSinks } from '../../src/wire/client/live-safety.ts'
import type { WireRequest } from '../../src/wire/client/transport.ts'
import { type Dice, throwDice } from './draw-attack.ts'
import { respell } from './respell.ts'

/** The tester's own addresses, of every kind. */
export const ownSinks: OwnedSinks = {
  file: 'sinks.yaml',
  phoneNumbers: ['15550100', '4930901820'],
  emails: ['qa@example.com', 'ops@example.com'],
  workflows: ['wf-own'],
  sessions: ['s-own'],
}

const origin = 'https://api.example.com'
const own = ['"15550100"', '"+15550100"', '"+4930901820"']
const ownMail = ['"qa@example.com"', '"ops@example.com"', '"qa@example.com, ops@example.com"']
const foreign = [
  '"15550199"', '"+15550199"', '15550199', '"1 555 01-99"', '"(1555) 0199"', '"0015550100"', '"15550100,15550199"', '"１５５５０１９９"',
  '"eve@example.com"', '"QA@example.com"', '"Eve <qa@example.com>"', '"qa@example.com,eve@example.com"', '"qa@example.com.evil.example"',
  '["15550199"]', '{"number":"15550199"}', '"{\\"to\\":\\"15550199\\"}"', '"customerNumber=15550199"', '"tel:+15550199"', '"mailto:eve@example.com"',
  '"eve＠example.com"', '["15550100","15550199"]', '{"15550199":true}', 'null', '""', '"*"', '"%"', '"any"',
] // biome-ignore format: a list of words
const names = [
  'customerNumber', 'customerEmail', 'phoneNumber', 'customer_number', 'to', 'cc', 'bcc', 'replyTo', 'sessionId', 'recipient', 'mobile',
  'transferNumber', 'agentNumber', 'bot_number', 'communicationChannel', 'doReturnResponse', 'workflow_id', 'note', 'contact', 'emailOptions',
] // biome-ignore format: a list of words

/**
 * That many requests that message, call or delete, to owned and foreign addresses in every disguise, or
 * without any address.
 */
export function* drawOutreach(count: number, seed: number): Generator<WireRequest> {
  const dice = throwDice(seed)
  for (let index = 0; index < count; index += 1) yield drawOne(dice)
}

function drawOne(dice: Dice): WireRequest {
  const number = pick(dice, dice(4) > 0 ? own : foreign)
  const mail = pick(dice, dice(4) > 0 ? ownMail : foreign)
  const workflow = pick(dice, ['wf-own', 'wf-own', 'wf-own', 'wf-eve', 'wf-own%2F..%2Fwf-eve', '..', 'WF-OWN'])
  const [path, pairs] = pick<[string, [string, string][]]>(dice, [
    [chat, [['"communicationChannel"', '"wa"'], ['"customerNumber"', number], ['"agentName"', '"desk"']]],
    [chat, [['"communicationChannel"', '"mail"'], ['"customerEmail"', mail], ['"emailOptions"', drawOptions(dice)]]],
    [chat, [['"doReturnResponse"', 'true'], ['"agentName"', '"desk"'], ['"customerNumber"', number], ['"sessionId"', '"s-1"']]],
    ['/api/call/trigger', [['"phoneNumber"', number], ['"agentName"', '"desk"'], ['"options"', `{"transferNumber":${pick(dice, [...own, ...foreign])}}`]]],
    [`/api/workflow/call/${workflow}`, [['"customer_number"', number], ['"customer_details"', '{"name":"Ada"}']]],
    ['/workflow/trigger', [['"workflow_id"', pick(dice, ['"wf-own"', '"wf-own"', '"wf-eve"'])], ['"customer_number"', number]]],
  ]) // biome-ignore format: a row an operation
  let all: [string, string][] = pairs
  for (let tricks = dice(3); tricks > 0; tricks -= 1) all = playTrick(dice, all)
  const text = `{${all.map(([name, value]) => `${name}:${value}`).join(',')}}`
  return {
    method: path.startsWith('/api/workflow') && dice(3) === 0 ? 'DELETE' : 'POST',
    url: origin + path + (dice(20) === 0 ? '?to=15550199' : ''),
    headers: {
      'x-api-key': 'k',
      'content-type': dice(20) === 0 ? 'text/plain' : 'application/json',
      ...(dice(20) === 0 ? { 'x-customer-number': '15550199' } : {}),
    },
    body: dice(16) === 0 ? ` ${text}` : text,
    timeLimitMs: 1_000,
  }
}

const chat = '/api/chat-agent/trigger'

function drawOptions(dice: Dice): string {
  const thread = pick(dice, ['"s-own"', '"s-own"', '"s-eve"', '{"id":"s-own"}', '["s-own"]'])
  const copy = pick(dice, [...ownMail, ...ownMail, ...foreign])
  const options = `{"messageType":"say","${pick(dice, ['cc', 'bcc', 'subject', 'to'])}":${copy},"replyTo":${thread}}`
  return dice(8) === 0 ? JSON.stringify(options) : dice(8) === 0 ? `[${options}]` : options
}

function playTrick(dice: Dice, pairs: [string, string][]): [string, string][] {
  const value = pick(dice, [...foreign, ...own, ...ownMail])
  const member: [string, string] = [respell(dice, pick(dice, names)), value]
  switch (dice(5)) {
    case 0:
      return [...pairs, member]
    case 1:
      return [member, ...pairs]
    case 2:
      return [...pairs, ['"metadata"', `{"a":{${member.join(':')}}}`]]
    case 3:
      return [...pairs, ['"metadata"', JSON.stringify(`{${member.join(':')}}`)]]
    default:
      return [...pairs, ['"metadata"', '{"name":"Ada","born":"2001-02-03"}']]
  }
}

function pick<T>(dice: Dice, all: readonly T[]): T {
  return all[dice(all.length)] as T // in range
}
