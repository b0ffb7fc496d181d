/**
 * The transcript laws by name, each in force unless a script relaxes it with a reason; `grounded` only where a script turns it
 * on.
 * Script and transcript share these names and nothing else.
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

/** One law's name, as a script spells it under `laws:`. */
export type LawName = (typeof lawNames)[number]
