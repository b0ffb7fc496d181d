import { describe, expect, it } from 'vitest'
import { concludeChange, concludeDraft, holdToAlarm } from './conclude-change.ts'
import { dueAgents, dueDrafts, noticeListing, noticeOutage } from './notice-changes.ts'
import type { AgentSight } from './sighting.ts'
import { type ChangeJudgement, newState, type WatchState, type WatchStep } from './watch-state.ts'

const moment = { now: Date.UTC(2026, 10, 29), service: 'https://api.example.com' }
const sightOf = (number: number): AgentSight => ({
  kind: 'seen',
  sighting: { number, print: `version ${number}`, members: { number: String(number) } },
})
const notice = (state: WatchState, sight: AgentSight): WatchStep =>
  noticeListing(state, new Map([['desk', sight]]), moment)
const judged = (
  verdict: 'good' | 'recorded' | 'regressed',
  names: string[] = [],
  failing: string[] = names,
): ChangeJudgement => ({
  ...{ verdict, against: 'version 1', note: null, report: null, failing },
  findings: names.map((conversation) => ({ conversation, what: 'worse' })),
})
const publish = (state: WatchState, number: number, judgement: ChangeJudgement): WatchStep =>
  concludeChange(notice(state, sightOf(number)).state, 'desk', judgement, moment)
const first = publish(newState(moment.now), 1, judged('good')).state
const kinds = ({ messages }: WatchStep): string[] => messages.map(({ kind }) => kind)

describe('a watched service', () => {
  it('is told to regress once, also over a later version with the same break, and to be good again once', () => {
    const bad = publish(first, 2, judged('regressed', ['refund']))
    const still = publish(bad.state, 3, judged('regressed', ['refund']))
    const worse = publish(still.state, 4, judged('regressed', ['refund', 'track']))
    const good = publish(worse.state, 5, judged('good'))
    expect([bad, still, worse, good, publish(good.state, 6, judged('good'))].map(kinds)).toEqual([
      ...[['regressed'], [], ['regressed'], ['good again'], []],
    ])
  })
  it('is not good again while what was told still fails, though what it is held against fails as well', () => {
    const alarm = publish(first, 2, judged('regressed', ['refund', 'track'])).state.agents.desk?.regressed ?? null
    const [judgement, over] = [['refund'], ['greets']].map((failing) => holdToAlarm(judged('good', [], failing), alarm))
    expect(judgement).toMatchObject({ verdict: 'regressed', findings: [{ conversation: 'refund', what: 'worse' }] })
    expect([over, holdToAlarm(judged('good', [], ['refund']), null)]).toMatchObject([
      { verdict: 'good' },
      { verdict: 'good' },
    ])
  })
  it('knows what failed in a first look until it passes', () => {
    const looked = publish(newState(moment.now), 1, judged('recorded', [], ['refund', 'track'])).state
    const better = publish(looked, 2, judged('good', [], ['refund', 'greets'])).state
    const whole = publish(better, 3, judged('good', [], ['greets'])).state
    expect([looked, better, whole].map(({ agents }) => agents.desk?.failedFirst)).toEqual([
      ['refund', 'track'],
      ['refund'],
      undefined,
    ])
  })
  it('tells what is odd in its second check, and takes a number that went back for a change then', () => {
    const once = notice(publish(first, 2, judged('good')).state, sightOf(1))
    expect([kinds(once), dueAgents(once.state, moment.now)]).toEqual([[], []])
    const twice = notice(once.state, sightOf(1))
    expect([kinds(twice), dueAgents(twice.state, moment.now).length]).toEqual([['listing'], 1])
    const absences = [1, 2, 3].reduce<WatchStep[]>(
      (steps) => [...steps, notice(steps.at(-1)?.state ?? first, { kind: 'not listed' })],
      [],
    )
    expect(absences.map(kinds)).toEqual([[], ['listing'], []])
    const [loudStep, untold] = [absences[2], absences[0]].map((step) => notice(step?.state ?? first, sightOf(1)))
    expect(loudStep?.messages).toMatchObject([{ kind: 'listing', title: 'desk is listed as it should be again' }])
    expect([untold?.messages, loudStep?.state.agents.desk?.oddity]).toEqual([[], null])
  })
  it('tells of an outage once, and of its end', () => {
    let state = first
    const notes = Array.from({ length: 20 }, () => {
      const step = noticeOutage(state, '503\n  is it running?', moment)
      state = step.state
      for (const { note } of step.messages) expect(note).toMatch(/: 503$/)
      return kinds(step)
    })
    expect([notes.flat(), kinds(notice(state, sightOf(1)))]).toEqual([['unreachable'], ['reachable again']])
  })
  it('never takes what was not judged for good, and tells it in the third attempt alone', () => {
    let { state } = notice(first, sightOf(2))
    const notes = Array.from({ length: 5 }, () => {
      const step = concludeChange(state, 'desk', { verdict: 'not judged', note: 'lost' }, moment)
      state = step.state
      return kinds(step)
    })
    expect([notes.flat(), state.agents.desk?.good?.number]).toEqual([['not judged'], 1])
  })
})

describe('a watched draft', () => {
  const day = 86_400_000
  const conclude = (state: WatchState, judgement: ChangeJudgement, now = moment.now): WatchStep =>
    concludeDraft(state, 'desk', judgement, { ...moment, now })

  it('is told to regress once, and to be good again once', () => {
    const bad = conclude(first, judged('regressed', ['refund']))
    const still = conclude(bad.state, judged('regressed', ['refund']))
    const open = conclude(still.state, { verdict: 'not judged', note: 'x' })
    const good = conclude(open.state, judged('good'))
    expect([bad, still, open, good, conclude(good.state, judged('good'))].map(kinds)).toEqual([
      ...[['regressed'], [], [], ['good again'], []],
    ])
    expect(bad.messages[0]).toMatchObject({ title: 'desk: the draft regressed', version: null, against: 'version 1' })
  })
  it('is due as often as was asked for, also after a clock that jumped', () => {
    const { state } = conclude(first, judged('good'))
    const due = (ms: number): boolean => dueDrafts(state, day, moment.now + ms).length > 0
    expect([dueDrafts(first, day, moment.now), due(0), due(day - 1), due(day), due(-1)]).toEqual([
      ['desk'],
      ...[false, false, true, true],
    ])
    expect(dueDrafts(notice(first, sightOf(2)).state, 0, moment.now)).toEqual([]) // what is published comes first
    expect(dueDrafts(newState(moment.now), 0, moment.now)).toEqual([])
  })
})
