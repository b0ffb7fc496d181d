import { describe, expect, it } from 'vitest'
import { consoleHash, readConsolePlace } from './view.ts'

describe('the place in the hash', () => {
  it.each([
    { tab: 'sessions' as const, session: null },
    { tab: 'queue' as const, session: 'call 1&tab=outbox#ü/%' },
  ])('comes back as it was: $tab, $session', (place) => expect(readConsolePlace(consoleHash(place))).toEqual(place))

  it.each(['', '#', '#tab=nowhere', '#<script>', '#%'])('reads %j as the list of sessions', (hash) => {
    expect(readConsolePlace(hash)).toEqual({ tab: 'sessions', session: null })
  })
})
