import { afterEach, describe, expect, it, vi } from 'vitest'
import { fillFromEnvironment, redactEnvironment, redactEnvironmentIn, UnsetVariable } from './environment.ts'

afterEach(() => vi.unstubAllEnvs())

/** Takes a variable with this value, as a setting does. */
function take(name: string, value: string): string {
  vi.stubEnv(name, value)
  return fillFromEnvironment(`{{env.${name}}}`)
}

describe('the environment in settings', () => {
  it('is filled in, and its values are hidden from then on', () => {
    expect(redactEnvironment('Bearer first-of-its-kind')).toBe('Bearer first-of-its-kind')
    vi.stubEnv('T_FIRST', 'first-of-its-kind')
    expect(fillFromEnvironment('Bearer {{ env.T_FIRST }}, {{env.T_FIRST}}')).toBe(
      'Bearer first-of-its-kind, first-of-its-kind',
    )
    expect(redactEnvironment('Bearer first-of-its-kind')).toBe('Bearer <env.T_FIRST>')
  })

  it.each([undefined, '', '  '])('is named where it is %j', (value) => {
    vi.stubEnv('T_UNSET', value)
    expect(() => fillFromEnvironment('{{env.T_UNSET}}')).toThrow(UnsetVariable)
    expect(() => fillFromEnvironment('{{env.T_UNSET}}')).toThrow('the environment variable T_UNSET is not set')
  })

  it.each([
    ['T_PLAIN', 'pl41n-secret', ['pl41n-secret', 'cGw0MW4tc2VjcmV0', 'pl41n%2Dsecret', '706c34316e2d736563726574']],
    [
      'T_URL',
      'https://ann:pa55-wordly@host.example/?key=qu3ry-key',
      [
        'https://ann:pa55-wordly@host.example/?key=qu3ry-key',
        'pa55-wordly',
        'qu3ry-key',
        Buffer.from('ann:pa55-wordly').toString('base64'),
      ],
    ],
    ['T_WORDS', 'Bearer w0rds-of-it', ['w0rds-of-it']],
    ['T_DIGITS', '8812345677', [8812345677]],
  ])('hides what %s holds, in each spelling', (name, value, spellings) => {
    take(name, value)
    expect(redactEnvironment('Bearer of news')).toBe('Bearer of news')
    for (const each of spellings) {
      expect(redactEnvironment(`<${each}>`)).toBe(`<<env.${name}>>`)
      expect(redactEnvironmentIn({ [`a${each}`]: [each] })).toEqual({ [`a<env.${name}>`]: [`<env.${name}>`] })
    }
  })

  it.each([
    ['T_SHORT', 'demo'],
    ['T_HOST', 'https://shop.example.com'],
    ['T_PORT', 'http://127.0.0.1:8080/'],
  ])('leaves %s alone, which is no secret', (name, value) => {
    take(name, value)
    const page = { next: `${value}/orders?page=2` }
    expect(redactEnvironmentIn(page)).toBe(page)
  })
})
