import { type Flags, longOf } from './flag.ts'
import { sharedFlags } from './shared-flags.ts'

/** Flags of which a command that has all of `these` takes one kind or the other, and how to mend it. */
const clashes: readonly { these: readonly string[]; those: readonly string[]; hint?: string }[] = [
  {
    these: ['watch', 'ui'],
    those: [
      ...['tape', 'queue', 'resume', 'shard', 'saveTalks', 'coverage', 'allFailures', 'bail', 'lastFailed'],
      ...['json', 'junit', 'ctrf', 'otlp', 'markdown', 'html'],
      ...['maxTurns', 'maxTime', 'maxTokensSpent', 'maxCost', 'maxJudgeCalls'],
    ],
  },
  { these: ['queue'], those: ['tape'] },
  { these: ['queue'], those: ['bTarget', 'bWorkspace'], hint: 'workers ask one service: leave one of them out' },
  { these: ['queue'], those: ['bail'], hint: 'workers have begun other conversations by then: leave one of them out' },
  {
    these: ['lastFailed'],
    those: ['resume', 'follow'],
    hint: 'both go on with the conversations of their run: leave one of them out',
  },
  { these: ['lastFailed'], those: ['shard'], hint: 'every machine has a history of its own: leave one of them out' },
  {
    these: ['quick'],
    those: ['untilSure', 'turnBudget', 'repeat', 'confirm', 'calibrate'],
    hint: 'a quick look settles itself how often each runs: leave one of them out',
  },
  { these: ['once'], those: ['every', 'hook'], hint: 'once is not again and again: leave one of them out' },
  {
    these: ['deep'],
    those: ['untilSure', 'turnBudget', 'confirm', 'calibrate'],
    hint: 'what is taken up runs in pairs until a break is confirmed: leave one of them out',
  },
  {
    these: ['deep'],
    those: ['bTarget', 'bWorkspace'],
    hint: 'what one service said is not put into another: leave one of them out',
  },
  { these: ['deep'], those: ['shard'], hint: 'p is adjusted for every turn of all shards: leave one of them out' },
  {
    these: ['deep'],
    those: ['queue', 'resume', 'follow'],
    hint: 'only the process that heard a session can go on from it: leave --deep out',
  },
  {
    these: ['changed'],
    those: ['bTarget', 'bWorkspace'],
    hint: 'two services may differ in more than their agents show: leave one of them out',
  },
  {
    these: ['changed'],
    those: ['resume', 'follow'],
    hint: 'both go on with the conversations of their run: leave one of them out',
  },
  { these: ['changed'], those: ['shard'], hint: 'every machine has a history of its own: leave one of them out' },
  { these: ['resume'], those: ['tape'], hint: 'tapes that were recorded stay: --tape auto records the rest' },
]

/** Flags that mean nothing without one of others, and what to add. */
const needs: readonly { these: readonly string[]; one: readonly string[]; hint: string }[] = [
  { these: ['offline', 'askJudges'], one: ['tape'], hint: 'add --tape replay' },
  { these: ['durations'], one: ['shard'], hint: 'add --shard 1/2' },
  { these: ['rate', 'priority', 'follow'], one: ['queue'], hint: 'give --queue redis://host:6379/0' },
  { these: ['turnBudget'], one: ['untilSure'], hint: 'add --until-sure' },
  { these: ['target', 'agent'], one: ['live'], hint: 'add --live' },
  { these: ['evenFailed'], one: ['update'], hint: 'add --update' },
  { these: ['why', 'until'], one: ['approve', 'reject'], hint: 'add --approve ID or --reject ID' },
]

/**
 * Why the flags that were given make no sense together, and what to do; null if they do. A verb that has not the flag
 * that another one needs is not asked for it.
 */
export function findClash(
  declared: Flags,
  isUsed: (name: string) => boolean,
  environment: NodeJS.ProcessEnv,
): { message: string; hint: string } | null {
  const long = (name: string): string => longOf(declared, name)
  for (const { these, those, hint = 'leave one of them out' } of clashes) {
    if (!these.every((name) => Object.hasOwn(declared, name))) continue
    const [one, other] = [these.find(isUsed), those.find(isUsed)]
    if (one !== undefined && other !== undefined)
      return { message: `${long(other)} cannot be combined with ${long(one)}`, hint }
  }
  for (const { these, one, hint } of needs) {
    const [idle, needed] = [these.find(isUsed), one.filter((name) => Object.hasOwn(declared, name))]
    if (idle === undefined || needed.length === 0 || needed.some((name) => isUsed(name) || isSet(name, environment)))
      continue
    const which = needed.map(long).join(' or ')
    return { message: `${long(idle)} is only used with ${which}, which is not given`, hint }
  }
  return null
}

/** Whether what was given cannot be combined with another flag of a verb. */
export function rulesOut(other: string, isUsed: (name: string) => boolean): boolean {
  return clashes.some(
    ({ these, those }) =>
      (those.includes(other) && these.some(isUsed)) || (these.includes(other) && those.some(isUsed)),
  )
}

function isSet(name: string, environment: NodeJS.ProcessEnv): boolean {
  const shared: Flags = sharedFlags
  const { environment: variable } = shared[name] ?? {}
  return variable !== undefined && (environment[variable] ?? '') !== ''
}
