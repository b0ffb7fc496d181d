import { describe, expect, it } from 'vitest'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { eachByTier } from '../../base/tiers.fixture.ts'
import { UsageError } from '../edge/usage-error.ts'
import { readQueueAddress } from './address.ts'

const messageOf = (url: string): string => {
  try {
    readQueueAddress(url, {})
  } catch (error) {
    if (error instanceof UsageError) return redactKeys(error.message)
  }
  return 'it was taken'
}

const example = 'redis://host:6379/0'

describe('a malformed address of a queue', () => {
  it.each([
    ...[
      'redis://',
      'redis:/',
      'redis:',
      'rediss://',
      'redis',
      'redis://host:6379x/0',
      'redis://:PASSWORD@host:6379x/0',
    ],
    ...[
      'redis://:PASSWORD@',
      'redis://host:port',
      'http://host:6379/0',
      ':PASSWORD@host',
      'host:6379/0',
      '//host:6379/0',
    ],
    ...['redis://host:6379/0/1', 'redis://:PASSWORD@host:6379/0?db=1', 'redis://:pass%zz@host', 'rediss://:PASSWORD@'],
  ])('is refused with an example that is not redacted: %s', (url) => {
    const words = messageOf(url)
    expect(words).toMatch(/is not the address of a Redis|behind its host|percent sign/)
    expect(words).not.toContain('<api key>')
    if (!words.includes('percent sign')) expect(words).toContain(example)
  })

  eachByTier(1)([
    'redis://:a-secret-of-mine@host:6379x/0',
    'redis://me:a-secret-of-mine@host:port',
    'http://:a-secret-of-mine@host:6379/0',
    'redis://:a-secret-of-mine@',
    'redis://:a-secret-of-mine:6379',
    ':a-secret-of-mine@host',
    'a-secret-of-mine',
  ])('hides what may be its password from then on: %s', { tags: 'slow' }, (url) => {
    expect(messageOf(url)).toContain(example)
    expect(redactKeys('it is a-secret-of-mine, or me:a-secret-of-mine@host')).not.toContain('a-secret-of-mine')
  })
})
