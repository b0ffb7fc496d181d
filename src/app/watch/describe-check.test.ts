import { expect, it } from 'vitest'
import { type Check, checkExitCode } from './check-service.ts'
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
  const text = describeCheck({ ...check, unlisted: 'nothing answers\n  is the service running?' })
  expect(text).toContain('the agents are not listed: nothing answers')
  expect(text).toContain('desk: not looked at; the last time, version 3\n')
})

it('says only what is new where the reason was told', () => {
  const unlisted = 'nothing answers'
  expect([describeCheck({ ...check, unlisted }, true), describeCheck({ ...check, isHeld: true }, true)]).toEqual([
    '',
    '',
  ])
})

it('ends with 3 where nothing was checked, or a first look failed', () => {
  const judgement = { verdict: 'recorded', against: null, findings: [], failing: [], note: null, report: null } as const
  const change = { agent: 'desk', change: 'first look', version: 3, judgement } as const
  expect([check, { ...check, isHeld: true }, { ...check, changes: [change] }].map(checkExitCode)).toEqual([0, 3, 3])
})

it('tells messages that wait from those that nobody asked for this time', () => {
  const text = describeCheck({ ...check, undelivered: { reasons: [], waiting: 1, unaddressed: 2 } })
  expect(text).toMatch(/1 message will be sent by a later check\n +2 messages of earlier checks for an address/)
})
