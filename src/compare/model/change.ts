/** The levels on which behaviour can differ, the gravest first. */
export const changeLevels = [
  'turns',
  'calls',
  'order',
  'phases',
  'arguments',
  'outputs',
  'handoff',
  'messages',
  'items',
  'reply',
  'other entries',
] as const

/** One of `changeLevels`. */
export type ChangeLevel = (typeof changeLevels)[number]

/** One difference in behaviour, as a line for a person: `cancel_order is called without a lookup_order before it`. */
export interface Change {
  level: ChangeLevel
  text: string
}
