/** The transcript laws by name. Each is in force unless relaxed with a reason, but `grounded` has to be turned on. */
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
  'tools declared',
  'agent answers',
  'no empty message',
  'no placeholder',
  'grounded',
  'slices add up',
  'version answers',
] as const

/** The name of a law, as a script spells it under `laws:`. */
export type LawName = (typeof lawNames)[number]
