import { describe, expect, it } from 'vitest'
import { describeGap, describeTime, isWebAddress } from './labels.ts'

const now = '2026-01-05T09:00:00.000Z'

describe('times', () => {
  it('leave out the day of the clock', () => {
    expect(describeTime('2026-01-05T14:05:09.120Z', now)).toBe('14:05:09')
    expect(describeTime('2026-01-05T14:05:09.120Z', '2026-01-05')).toBe('14:05:09')
    expect(describeTime('2026-01-04T23:59:59Z', now)).toBe('2026-01-04 23:59:59')
    expect(describeTime('2026-01-05T00:30:00+02:00', now)).toBe('2026-01-04 22:30:00')
  })

  it('stay as they are when they are no times', () => {
    expect(describeTime('<b>soon</b>', now)).toBe('<b>soon</b>')
    expect(describeGap('soon', now)).toBe('')
  })

  it.each([
    ['2026-01-05T09:00:00.400Z', 'now'],
    ['2026-01-05T09:00:35Z', 'in 35 s'],
    ['2026-01-05T08:58:01Z', '1 min ago'],
    ['2026-01-05T12:30:00Z', 'in 3 h'],
    ['2026-01-06T09:00:00Z', 'in 1 day'],
    ['2026-01-01T09:00:00Z', '4 days ago'],
  ])('%s is %s', (iso, gap) => expect(describeGap(iso, now)).toBe(gap))
})

describe('addresses that may become links', () => {
  it.each(['https://files.example/a.pdf?s=1', 'http://127.0.0.1:4010/_local/media/x.png', 'HTTPS://EXAMPLE.COM'])(
    'accepts %s',
    (url) => expect(isWebAddress(url)).toBe(true),
  )
  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    '//example.com',
    '/a.pdf',
    '',
  ])('refuses %j', (url) => expect(isWebAddress(url)).toBe(false))
})
