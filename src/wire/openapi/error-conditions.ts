import type { ErrorCode } from '../api/error-code.ts'
import type { OperationId } from '../api/operation.ts'

/** The documented error codes of an operation, and when each comes (Errors). */
export type Conditions = Partial<Record<ErrorCode, string>>

const key: Conditions = { apiKeyMissing: 'the key is absent', apiKeyInvalid: 'the key is invalid' }

/**
 * The errors of every operation that the interface gives a code. Of the call and workflow operations it shows only those
 * of the key (Authentication).
 */
export const errorConditions: Record<OperationId, Conditions> = {
  'session.get': {
    ...key,
    sessionNotFound: 'the id does not exist in the workspace of the key',
    validationError: 'sessionId is missing or empty: expected a string of at least 1 character',
    internalError: 'a fault of the server',
  },
  'chat.trigger': {
    customerNumberRequired: 'customerNumber is missing for a WhatsApp or web chat channel',
    customerEmailRequired: 'customerEmail is missing for an email channel',
    messageRequired: 'whatsappOptions.message is missing for a WhatsApp say message',
    templateIdRequired: 'whatsappOptions.templateId is missing for a WhatsApp template message',
    templateNotSupported: 'the WhatsApp channel does not support templates',
    emailBodyRequired: 'emailOptions.body is missing for an email say message',
    agentNumberNotInChannel: "agentNumber is not one of the channel's WhatsApp numbers",
    noAgentPhoneNumbers: 'the WhatsApp channel has no phone numbers',
    noAgentEmail: 'the email channel has no email address',
    unsupportedChannelType: 'the channel is not WhatsApp, web chat or email; calls use the call trigger',
    agentNameRequired: 'agentName is missing when doReturnResponse is true',
    incompatibleOptions: 'doReturnResponse is combined with scheduleTime, startWorkingHour or endWorkingHour',
    ...key,
    forbidden: 'sessionId belongs to another workspace',
    channelNotFound: 'there is no enabled channel of that name in the workspace',
    sessionNotFound: 'sessionId does not exist',
    replyToSessionNotFound: 'the conversation of emailOptions.replyTo does not exist',
    validationError: 'a member has the wrong type, such as text where a boolean is expected',
    internalError: 'a fault of the server',
  },
  'call.trigger': key,
  'workflow.call': key,
  'workflow.delete': key,
  'blueprints.get': { ...key, internalError: 'an internal server error' },
  'node.trigger': key,
}

/** Errors of which the interface gives the status alone (Errors, Others). */
export const bareErrors: Partial<Record<OperationId, Record<number, string>>> = {
  'node.trigger': { 400: 'Invalid parameters', 404: 'The workflow does not exist', 500: 'A fault of the server' },
}
