/** The kinds of channel a session can run over (SES-13). */
export const channelTypes = [
  'email',
  'inboundSipTrunk',
  'outboundSipTrunk',
  'waChat',
  'waVoice',
  'sms',
  'webChat',
] as const
export type ChannelType = (typeof channelTypes)[number]
