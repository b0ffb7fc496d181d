/** The documented error codes and the HTTP status each comes with (Errors). */
export const errorStatus = {
  apiKeyMissing: 401,
  apiKeyInvalid: 401,
  validationError: 422,
  incompatibleOptions: 400,
  agentNameRequired: 400,
  unsupportedChannelType: 400,
  noAgentPhoneNumbers: 400,
  noAgentEmail: 400,
  customerNumberRequired: 400,
  customerEmailRequired: 400,
  agentNumberNotInChannel: 400,
  templateNotSupported: 400,
  messageRequired: 400,
  templateIdRequired: 400,
  emailBodyRequired: 400,
  forbidden: 403,
  channelNotFound: 404,
  sessionNotFound: 404,
  replyToSessionNotFound: 404,
  internalError: 500,
} as const

/** One documented error code. Services may send others. */
export type ErrorCode = keyof typeof errorStatus
