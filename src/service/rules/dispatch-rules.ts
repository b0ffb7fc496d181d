import type { ChannelType } from '../../wire/api/session.ts'
import { isPhoneNumber, withoutPlus } from '../workspace/scalar-shapes.ts'
import { type ChatRule, channelExists, channelIsForText, isMissing } from './chat-rules.ts'

const only =
  (types: readonly ChannelType[], rule: ChatRule): ChatRule =>
  (scene) =>
    scene.channel !== undefined && types.includes(scene.channel.type) ? rule(scene) : null

/** DSP-01. */
const channelNamed: ChatRule = ({ chat }) =>
  isMissing(chat.communicationChannel)
    ? {
        errorCode: 'validationError',
        message:
          'communicationChannel: expected the name of a channel, but here is nothing; to get a reply inline, send doReturnResponse: true',
        decision: 'DSP-01',
        others: [
          { errorCode: 'channelNotFound', message: 'no channel is named' },
          { errorCode: 'localBadRequest', message: 'no channel is named' },
        ],
      }
    : null

/** DSP-14. */
const hasNumbers = only(['waChat'], ({ channel }) =>
  channel?.numbers.length === 0
    ? { errorCode: 'noAgentPhoneNumbers', message: 'the WhatsApp channel has no phone numbers' }
    : null,
)

/** DSP-15. */
const hasAddress = only(['email'], ({ channel }) =>
  channel?.email === null ? { errorCode: 'noAgentEmail', message: 'the email channel has no address' } : null,
)

/** DSP-06, DSP-07. */
const numberGiven = only(['waChat', 'webChat'], ({ chat }) =>
  isMissing(chat.customerNumber)
    ? { errorCode: 'customerNumberRequired', message: 'customerNumber is required for this channel' }
    : null,
)

/** DSP-08. */
const emailGiven = only(['email'], ({ chat }) =>
  isMissing(chat.customerEmail)
    ? { errorCode: 'customerEmailRequired', message: 'customerEmail is required for an email channel' }
    : null,
)

/** DSP-23: web chat ids are free text. */
const numberSound = only(['waChat'], ({ chat }) =>
  isMissing(chat.customerNumber) || isPhoneNumber(chat.customerNumber)
    ? null
    : {
        errorCode: 'validationError',
        message: 'customerNumber: expected 7 to 15 digits with the country code, with or without a plus',
        decision: 'DSP-23',
      },
)

/** DSP-24. */
const emailSound = only(['email'], ({ chat }) =>
  isMissing(chat.customerEmail) || /^[^@\s]+@[^@\s]+$/.test(chat.customerEmail)
    ? null
    : { errorCode: 'validationError', message: 'customerEmail: expected an address with an @', decision: 'DSP-24' },
)

/** DSP-13. */
const numberOfChannel = only(['waChat'], ({ chat, channel }) =>
  chat.agentNumber === undefined || channel?.numbers.includes(withoutPlus(chat.agentNumber))
    ? null
    : { errorCode: 'agentNumberNotInChannel', message: 'agentNumber is none of the numbers of the channel' },
)

/** DSP-11. */
const templatesSupported = only(['waChat'], ({ chat, channel }) =>
  chat.whatsappOptions?.messageType === 'template' && channel?.templates === null
    ? { errorCode: 'templateNotSupported', message: 'the WhatsApp channel does not support templates' }
    : null,
)

/** DSP-09: the top-level message is no substitute. */
const messageGiven = only(['waChat'], ({ chat }) =>
  chat.whatsappOptions?.messageType === 'say' && isMissing(chat.whatsappOptions.message)
    ? { errorCode: 'messageRequired', message: 'whatsappOptions.message is required for a say message' }
    : null,
)

/** DSP-10. */
const templateGiven = only(['waChat'], ({ chat }) =>
  chat.whatsappOptions?.messageType === 'template' && isMissing(chat.whatsappOptions.templateId)
    ? { errorCode: 'templateIdRequired', message: 'whatsappOptions.templateId is required for a template message' }
    : null,
)

/** DSP-12. */
const bodyGiven = only(['email'], ({ chat }) =>
  chat.emailOptions?.messageType === 'say' && isMissing(chat.emailOptions.body)
    ? { errorCode: 'emailBodyRequired', message: 'emailOptions.body is required for a say message' }
    : null,
)

/** The rules checked for a dispatch before its thread and agent are looked up, in the order of ENV-22. */
export const dispatchRules: readonly ChatRule[] = [
  channelNamed,
  channelExists,
  channelIsForText,
  hasNumbers,
  hasAddress,
  numberGiven,
  emailGiven,
  numberSound,
  emailSound,
  numberOfChannel,
  templatesSupported,
  messageGiven,
  templateGiven,
  bodyGiven,
]
