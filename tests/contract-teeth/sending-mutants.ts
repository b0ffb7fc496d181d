import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'
import { around, withBody } from './around.ts'
import { chat, continuing, isDispatch, oneThread } from './join-talks.ts'
import { fills, reads, showsSession, takes } from './mistakes.ts'
import { type Mutant, type MutantKind, mutant, type Wrap } from './mutant.ts'

const isChannel =
  (word: RegExp) =>
  (body: JsonObject): boolean =>
    isDispatch(body) && word.test(String(body.communicationChannel))
const options = (
  member: 'whatsappOptions' | 'emailOptions',
  channel: RegExp,
  change: (options: JsonObject) => JsonObject,
): Wrap =>
  reads(chat, (body) => {
    if (!isChannel(channel)(body)) return null
    const fields = body[member] ?? {}
    return isJsonObject(fields) ? { ...body, [member]: change(fields) } : null
  })
const rewords =
  (member: string, change: (text: string) => JsonValue) =>
  (options: JsonObject): JsonObject =>
    typeof options[member] === 'string' ? { ...options, [member]: change(options[member]) } : options
const row = (rule: string, kind: MutantKind, what: string, wrap: Wrap): Mutant => mutant(rule, kind, what, wrap)

/** Messages to customers: wrong recipient, sender or text. */
export const sendingMutants: readonly Mutant[] = [
  row(
    'DSP-22',
    'sending',
    'a plus stays in front of the number',
    takes(chat, 'customerNumber', (value, body) =>
      isChannel(/WhatsApp/)(body) ? String(value).replace('+', '00') : value,
    ),
  ),
  row(
    'DSP-22',
    'sending',
    'a number without a plus gets a country code',
    takes(chat, 'customerNumber', (value, body) =>
      isChannel(/WhatsApp/)(body) && !String(value).startsWith('+') ? `1${String(value)}` : value,
    ),
  ),
  row('DSP-25', 'default', 'an absent agent is always the same one', fills(chat, 'agentName', 'plain', isDispatch)),
  row(
    'DSP-28',
    'default',
    'an absent number is one of another channel',
    showsSession(({ agentDetails }) => {
      if (isJsonObject(agentDetails) && agentDetails.number !== null) agentDetails.number = '15559999'
    }),
  ),
  row(
    'WAO-01',
    'default',
    'an absent messageType is say',
    options('whatsappOptions', /WhatsApp/, (fields) => ({ messageType: 'say', message: 'Hello', ...fields })),
  ),
  row(
    'WAO-01',
    'default',
    'an absent messageType is template',
    options('whatsappOptions', /WhatsApp/, (fields) => ({ messageType: 'template', templateId: 'thanks', ...fields })),
  ),
  row(
    'WAO-02',
    'sending',
    'said text is trimmed',
    options(
      'whatsappOptions',
      /WhatsApp/,
      rewords('message', (text) => text.trim()),
    ),
  ),
  row(
    'WAO-02',
    'sending',
    'said text is cut at 20 letters',
    options(
      'whatsappOptions',
      /WhatsApp/,
      rewords('message', (text) => text.slice(0, 20)),
    ),
  ),
  row(
    'WAO-02',
    'sending',
    'said text is normalised',
    options(
      'whatsappOptions',
      /WhatsApp/,
      rewords('message', (text) => text.normalize('NFKD')),
    ),
  ),
  row(
    'WAO-04',
    'default',
    'an absent templateLanguage is de',
    options('whatsappOptions', /WhatsApp/, (fields) => ({ templateLanguage: 'de', ...fields })),
  ),
  row(
    'WAO-05',
    'sending',
    'templates are filled from the metadata too',
    reads(chat, (body) => {
      const { whatsappOptions: fields, metadata } = body
      if (!isJsonObject(fields) || fields.messageType !== 'template' || !isJsonObject(metadata)) return null
      const own = isJsonObject(fields.templateVariables) ? fields.templateVariables : {}
      return { ...body, whatsappOptions: { ...fields, templateVariables: { ...metadata, ...own } } }
    }),
  ),
  row(
    'WAO-05',
    'sending',
    'templateVariables are lost',
    options('whatsappOptions', /WhatsApp/, ({ templateVariables: _, ...given }) => given),
  ),
  row(
    'EMO-01',
    'default',
    'an absent messageType is say',
    options('emailOptions', /email/, (fields) => ({ messageType: 'say', body: 'Hello', ...fields })),
  ),
  row(
    'EMO-01',
    'sending',
    'a body is trimmed and shortened',
    options(
      'emailOptions',
      /email/,
      rewords('body', (text) => text.slice(0, 10)),
    ),
  ),
  row(
    'EMO-01',
    'sending',
    'a body is escaped',
    options(
      'emailOptions',
      /email/,
      rewords('body', (text) => text.replaceAll(' ', '&nbsp;')),
    ),
  ),
  row(
    'EMO-03',
    'sending',
    'cc is one address',
    options(
      'emailOptions',
      /email/,
      rewords('cc', (text) => text.replaceAll(',', ';')),
    ),
  ),
  row(
    'EMO-03',
    'sending',
    'bcc is lost',
    options('emailOptions', /email/, ({ bcc: _, ...given }) => given),
  ),
  row(
    'EMO-03',
    'sending',
    'only the first of cc gets it',
    options(
      'emailOptions',
      /email/,
      rewords('cc', (text) => text.split(',')[0] ?? ''),
    ),
  ),
  row('EMO-05', 'sending', 'mails to one customer are one thread', (service) => oneThread(new Map())(service)),
  row('CHA-05', 'isolation', 'a new conversation goes on with the last one', (service) =>
    continuing((body) => !('sessionId' in body))(service),
  ),
  row(
    'CHA-06',
    'isolation',
    'every turn is a conversation of its own',
    takes(chat, 'sessionId', () => undefined),
  ),
  row(
    'CHA-45',
    'sending',
    'an inline reply is sent to the customer too',
    around(async (call, next) => {
      const { doReturnResponse, message: _, ...body } = call.body
      if (call.operation === chat && doReturnResponse === true)
        await next(withBody(call, { ...body, communicationChannel: 'Shop web', customerNumber: 'somebody' }))
      return next(call)
    }),
  ),
  row(
    'CHA-45',
    'sending',
    'an inline reply with a number goes out',
    around(async (call, next) => {
      const { doReturnResponse, message: _, ...body } = call.body
      if (call.operation === chat && doReturnResponse === true && 'customerNumber' in body)
        await next(withBody(call, { ...body, communicationChannel: 'Shop WhatsApp' }))
      return next(call)
    }),
  ),
  row(
    'SUB-01',
    'sending',
    'metadata is lost',
    takes(chat, 'metadata', () => undefined),
  ),
  row(
    'SUB-01',
    'sending',
    'details of calls are lost',
    takes('call.trigger', 'metadata', () => undefined),
  ),
  row(
    'SUB-01',
    'sending',
    'customer_details are lost',
    takes('workflow.call', 'customer_details', () => undefined),
  ),
]
