import { Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { commands } from '../cli/commands.ts'
import { configShape } from '../config/config.ts'
import { findClash, rulesOut } from './combinations.ts'
import { longOf } from './flag.ts'
import { sharedFlags } from './shared-flags.ts'

const all = commands.flatMap(({ name, flags }) =>
  Object.entries(flags).map(([key, flag]) => ({ verb: name, key, flag })),
)
/** The verbs that perform conversations or judge what they do. */
const studies = ['run', 'compare', 'snapshots', 'bisect', 'teeth', 'prove', 'vary', 'attack', 'contract']

describe('flags', () => {
  it.each(all)('$verb $key: has the name that the command line gives it', ({ key, flag }) => {
    expect(new Option(flag.written, flag.help).attributeName()).toBe(key)
    expect(flag.help).toMatch(/^[^A-Z](?!.*\.$)|^CTRF|^JUnit|^OpenTelemetry/)
  })
  it('names keys of the config that there are', () => {
    const { properties = {} } = configShape.schema(new Map()) as unknown as { properties?: object }
    const keys = all.flatMap(({ flag }) => (flag.config === undefined ? [] : [flag.config.replace(/:.*/, '')]))
    expect(keys.filter((key) => !Object.hasOwn(properties, key))).toEqual([])
  })
  it.each(
    studies.flatMap((study) =>
      (['reporter', 'json', 'junit', 'ctrf', 'otlp', 'markdown', 'html', 'shard', 'resume', 'history'] as const).map(
        (key) => [study, key] as const,
      ),
    ),
  )('%s has --%s, or says why not', (study, key) => {
    const verb = commands.find(({ name }) => name === study)
    expect([Object.hasOwn(verb?.flags ?? {}, key), Object.hasOwn(verb?.without ?? {}, key)]).toContain(true)
  })
})

describe('flags that make no sense together', () => {
  const declared = commands.find(({ name }) => name === 'run')?.flags ?? {}
  const clash = (...names: string[]): string | undefined =>
    findClash(declared, (name) => names.includes(name), {})?.message
  it.each([
    [['watch', 'json'], '--json cannot be combined with --watch'],
    [['ui', 'maxTurns'], '--max-turns cannot be combined with --ui'],
    [['queue', 'tape'], '--tape cannot be combined with --queue'],
    [['resume', 'tape'], '--tape cannot be combined with --resume'],
    [['ui', 'bail'], '--bail cannot be combined with --ui'],
    [['queue', 'bail'], '--bail cannot be combined with --queue'],
    [['lastFailed', 'shard'], '--shard cannot be combined with --last-failed'],
    [['lastFailed', 'resume'], '--resume cannot be combined with --last-failed'],
    [['offline'], '--offline is only used with --tape, which is not given'],
    [['durations'], '--durations is only used with --shard, which is not given'],
    [['rate'], '--rate is only used with --queue, which is not given'],
  ])('%s', (names, message) => expect(clash(...names)).toBe(message))
  it.each([
    [['changed', 'shard'], '--shard cannot be combined with --changed'],
    [['changed', 'resume'], '--resume cannot be combined with --changed'],
    [['changed', 'bTarget'], '--b-target cannot be combined with --changed'],
    [['changed', 'quick', 'deep', 'json'], undefined],
  ])('compare: %s', (names, message) => {
    const { flags = {} } = commands.find(({ name }) => name === 'compare') ?? {}
    expect(findClash(flags, (name) => names.includes(name), {})?.message).toBe(message)
  })
  it.each([
    [['target'], '--target is only used with --live, which is not given'],
    [['agent'], '--agent is only used with --live, which is not given'],
    [['target', 'agent', 'live'], undefined],
  ])('contract: %s', (names, message) => {
    const { flags = {} } = commands.find(({ name }) => name === 'contract') ?? {}
    expect(findClash(flags, (name) => names.includes(name), {})?.message).toBe(message)
  })
  it.each([
    ['tape', 'offline'],
    ['shard', 'durations'],
    ['queue', 'rate'],
    ['watch'],
    ['json', 'html'],
    ['watch', 'repeat'],
    ['resume', 'bail'],
  ])('%s, %s go together', (...names) => expect(clash(...names)).toBeUndefined())
  it.each(['deep', 'changed', 'lastFailed', 'tape'])(
    'no journal is kept with %s, since nothing can resume it',
    (flag) =>
      expect([rulesOut('resume', (name) => name === flag), rulesOut('resume', () => false)]).toEqual([true, false]),
  )
  it('may go together for a verb to which they mean something else', () => {
    const { flags = {} } = commands.find(({ name }) => name === 'serve') ?? {}
    expect(findClash(flags, (name) => ['watch', 'json'].includes(name), {})).toBeNull()
  })
  it('takes a variable of the environment for the flag that another one needs', () => {
    const isGiven = (name: string): boolean => name === 'rate'
    expect(findClash(declared, isGiven, { TABLEREAD_QUEUE_URL: 'redis://here' })).toBeNull()
    expect(longOf(sharedFlags, 'queue')).toBe('--queue')
  })
})
