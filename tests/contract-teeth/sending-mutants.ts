import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json/json.ts'
import { around, withBody } from './around.ts'
import { chat, continuing, isDispatch, oneThread } from './join-talks.ts'
import { fills, reads, showsSession, takes } from './mistakes.ts'
import { type Mutant, type MutantKind, mutant, type Wrap } from './mutant.ts'

const named =
  (word: RegExp) =>
  (body: JsonObject): boolean =>
    isDispatch(body) && word.test(String(body.communicationChannel))
const options = (
  member: 'whatsappOptions' | 'emailOptions',
  channel: RegExp,
  change: (options: JsonObject) => JsonObject,
): Wrap =>
  reads(chat, (body) => {
    if (!named(channel)(body)) return null
    const given = body[member] ?? {}
    return isJsonObject(given) ? { ...body, [member]: change(given) } : null
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
      named(/WhatsApp/)(body) ? String(value).replace('+', '00') : value,
    ),
  ),
  row(
    'DSP-22',
    'sending',
    'a number without a plus gets a country code',
    takes(chat, 'customerNumber', (value, body) =>
      named(/WhatsApp/)(body) && !String(value).startsWith('+') ? `1${String(value)}` : value,
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
    options('whatsappOptions', /WhatsApp/, (given) => ({ messageType: 'say', message: 'Hello', ...given })),
  ),
  row(
    'WAO-01',
    'default',
    'an absent messageType is template',
    options('whatsappOptions', /WhatsApp/, (given) => ({ messageType: 'template', templateId: 'thanks', ...given })),
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
    options('whatsappOptions', /WhatsApp/, (given) => ({ templateLanguage: 'de', ...given })),
  ),
  row(
    'WAO-05',
    'sending',
    'templates are filled from the metadata too',
    reads(chat, (body) => {
      const { whatsappOptions: given, metadata } = body
      if (!isJsonObject(given) || given.messageType !== 'template' || !isJsonObject(metadata)) return null
      const own = isJsonObject(given.templateVariables) ? given.templateVariables : {}
      return { ...body, whatsappOptions: { ...given, templateVariables: { ...metadata, ...own } } }
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
    options('emailOptions', /email/, (given) => ({ messageType: 'say', body: 'Hello', ...given })),
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
    around(async (asked, next) => {
      const { doReturnResponse, message: _, ...body } = asked.body
      if (asked.operation === chat && doReturnResponse === true)
        await next(withBody(asked, { ...body, communicationChannel: 'Shop web', customerNumber: 'somebody' }))
      return next(asked)
    }),
  ),
  row(
    'CHA-45',
    'sending',
    'an inline reply with a number goes out',
    around(async (asked, next) => {
      const { doReturnResponse, message: _, ...body } = asked.body
      if (asked.operation === chat && doReturnResponse === true && 'customerNumber' in body)
        await next(withBody(asked, { ...body, communicationChannel: 'Shop WhatsApp' }))
      return next(asked)
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
