import { expect, it } from 'vitest'
import type { Check } from './check-service.ts'
import { describeCheck } from './describe-check.ts'

const check: Check = {
  ...{ schemaVersion: 1, at: '2026-11-29T04:44:00.000Z', service: 'https://agents.example', isHeld: false },
  ...{
    unlisted: null,
    changes: [],
    issues: [],
    messages: [],
    undelivered: { reasons: [], waiting: 0, unaddressed: 0 },
  },
  standing: { desk: { version: 3, regressed: null, draftRegressed: null, problem: null } },
}

it('calls nothing new what was looked at alone', () => {
  expect(describeCheck(check)).toBe('2026-11-29 04:44Z  desk: nothing new, version 3\n')
  const told = describeCheck({ ...check, unlisted: 'nothing answers\n  is the service running?' })
  expect(told).toContain('the agents are not listed: nothing answers')
  expect(told).toContain('desk: not looked at; the last time, version 3\n')
})
