/**
 * The transcript laws by name. Each is in force unless a script relaxes it with a reason, except `grounded`,
 * which a script has to turn on. These names are all that script and transcript share.
 */
export const lawNames = [
  'known entries',
  'same session',
  'time order',
  'message echoed',
  'outputs paired',
  'unique call ids',
  'no open call',
  'phases agree',
  'phases follow blueprint',
  'agent answers',
  'no empty message',
  'no placeholder',
  'grounded',
  'slices add up',
  'version answers',
] as const

/** The name of a law, as a script spells it under `laws:`. */
export type LawName = (typeof lawNames)[number]
