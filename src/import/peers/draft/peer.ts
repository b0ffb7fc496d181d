/** The tools whose scripts can be imported. */
export const peers = ['botium', 'rasa', 'voiceflow', 'promptfoo'] as const
export type Peer = (typeof peers)[number]
