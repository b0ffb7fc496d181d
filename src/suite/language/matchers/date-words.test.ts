import { describe, expect, it } from 'vitest'
import { formatDateWords, readDateWords } from './date-words.ts'

function say(text: string, now: string): string {
  const date = readDateWords(text)
  if (date === null) return 'no date'
  return 'reason' in date ? `${date.reason}; ${date.hint}` : formatDateWords(date, Date.parse(now))
}

describe('dates reckoned from the present', () => {
  it.each([
    ['today', '2026-03-02T10:00:00Z', '2026-03-02'],
    ['now', '2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z'],
    ['now in Europe/Berlin', '2026-03-02T10:00:00Z', '2026-03-02T11:00:00+01:00'],
    ['today in Asia/Tokyo', '2026-03-02T22:00:00Z', '2026-03-03'],
    ['today + 3 d', '2026-02-27T10:00:00Z', '2026-03-02'],
    ['today+3d-48h', '2026-03-02T22:00:00Z', '2026-03-03'],
    ['today + 1 month', '2026-01-31T10:00:00Z', '2026-02-28'],
    ['today + 1 month', '2028-01-31T10:00:00Z', '2028-02-29'],
    ['today + 1 year', '2024-02-29T10:00:00Z', '2025-02-28'],
    ['yesterday', '2026-03-01T00:00:00Z', '2026-02-28'],
    ['next monday', '2026-03-02T10:00:00Z', '2026-03-09'],
    ['last monday', '2026-03-02T10:00:00Z', '2026-02-23'],
    ['next Sunday', '2026-03-02T10:00:00Z', '2026-03-08'],
    ['next monday + 2 weeks | dd.MM.yyyy', '2026-03-03T10:00:00Z', '23.03.2026'],
    ['now + 24 h in Europe/Berlin | HH:mm', '2026-03-28T11:00:00Z', '13:00'],
    ['now + 1 d in Europe/Berlin | HH:mm', '2026-03-28T11:00:00Z', '12:00'],
    ['now | HH:mm | Europe/Berlin', '2026-03-02T22:00:00Z', '23:00'],
    ["today | EEEE, d MMMM yyyy 'at' h:mm a", '2026-03-02T22:00:00Z', 'Monday, 2 March 2026 at 12:00 AM'],
  ])('%s at %s is %s', (text, now, wantedText) => {
    expect(say(text, now)).toBe(wantedText)
  })

  it.each([
    ['today + 3 dys', '"dys" is no unit of time; did you mean "days"?'],
    ['today | YYYY-MM-DD', 'a format has no field "YYYY"; write yyyy'],
    ['today in Europe/Berln', '"Europe/Berln" is no time zone; '],
    ['today | Europe/Berln', '"Europe/Berln" is no time zone; '],
    ['today + 1.5 d', '1.5 d are no whole days; '],
    ['today + 999999 d', 'this is more than a thousand years away; '],
    ['today + 3', '"today + 3" is no date that can be reckoned; '],
  ])('%s is refused', (text, why) => {
    expect(say(text, '2026-03-02T10:00:00Z')).toContain(why)
  })

  it.each(['today_x', 'nowadays', 'now.x', 'next year', 'order'])('%s is a name like any other', (text) => {
    expect(say(text, '2026-03-02T10:00:00Z')).toBe('no date')
  })
})
