import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { sessionExpectation } from '../../suite/language/expectations/session-expectation.ts'
import { readPiece } from './read-expectation.fixture.ts'
import { evaluateNoSession, evaluateSession, type SessionFacts } from './session.ts'

const read = (yaml: string) => readPiece(sessionExpectation, yaml)

const judge = (yaml: string, members: Record<string, JsonValue | undefined>) =>
  evaluateSession(read(yaml), { members: members as SessionFacts['members'], calls: [] })

describe('the stored session', () => {
  it('is told member by member, each at its place', () => {
    expect(judge('{ status: done, agent: desk }', { status: 'active', agent: 'desk' })).toEqual([
      {
        kind: 'session',
        verdict: 'failed',
        at: expect.objectContaining({ column: 11 }),
        subject: 'status',
        mismatches: [
          { at: expect.objectContaining({ column: 11 }), path: 'status', expected: '"done"', actual: 'active' },
        ],
      },
      { kind: 'session', verdict: 'passed', at: expect.anything(), subject: 'agent', mismatches: [] },
    ])
    expect(judge('{ agent: { all: [desk, { not: human }] } }', { agent: 'human' })).toMatchObject([
      { at: { column: 18 } },
    ])
  })
  it('without an analysis is not judged by it, be it null or missing', () => {
    for (const analysis of [null, undefined])
      expect(judge('analysis: { not: bad }', { analysis })).toEqual([
        { kind: 'session', verdict: 'not judged', at: expect.anything(), subject: 'analysis', mismatches: [] },
      ])
  })
  it('is not judged by a duration below nought, and by nothing else that is', () => {
    expect(judge('duration: { at most: 3 }', { duration: -1 })).toMatchObject([{ verdict: 'not judged' }])
    expect(judge('duration: { at most: 3 }', { duration: 0 })).toMatchObject([{ verdict: 'passed' }])
    expect(judge('retryAttemptNo: { at most: 3 }', { retryAttemptNo: -1 })).toMatchObject([{ verdict: 'passed' }])
  })
  it('has a recording whose link may be none', () => {
    expect(judge('recordingUrl: { not: { contains: secret } }', { recordingUrl: 'no link' })).toMatchObject([
      { kind: 'session', verdict: 'passed' },
    ])
  })
  it.each<[string, JsonValue | undefined, number, string]>([
    ['duration: { at most: 3 }', -1, 13, 'the duration of the stored session is negative (-1), so it says nothing'],
    ['analysis: { language: de }', 'Ok', 13, 'analysis could not be judged: it is too short to tell its language by'],
    [
      'analysis: { mood: good, note: { not: { language: de } } }',
      { mood: 'good', note: '42' },
      40,
      'analysis.note could not be judged: there are no words in it to tell its language by',
    ],
    [
      'state: { orders: 3 }',
      undefined,
      10,
      'the state of the tools is shown by the local service alone, and by a workspace with a function for it: state: in workspace.yaml',
    ],
  ])('is not judged, with the reason: %s, by %j', (yaml, value, column, reason) => {
    const subject = yaml.slice(0, yaml.indexOf(':'))
    expect(judge(yaml, { [subject]: value })).toEqual([
      {
        kind: 'session',
        verdict: 'not judged',
        at: expect.objectContaining({ column }),
        subject,
        mismatches: [],
        reason,
      },
    ])
  })
  it('fails where a state that is shown is another, or a member is missing', () => {
    expect(judge('state: { orders: 3 }', { state: { orders: 2 } })).toMatchObject([{ verdict: 'failed' }])
    expect(judge('status: done', { status: undefined })).toMatchObject([{ verdict: 'failed' }])
    expect(judge('duration: { at most: 3 }', { duration: null })).toMatchObject([{ verdict: 'failed' }])
  })
  it('has a recording that is named so', () => {
    const recordingUrl = 'https://cdn.example/a.mp3'
    expect(judge('recordingUrl: { host: other.example }', { recordingUrl })).toMatchObject([
      { mismatches: [{ path: 'recordingUrl.host', expected: '"other.example"', actual: 'cdn.example' }] },
    ])
    expect(judge('recordingUrl: { ends with: .wav }', { recordingUrl })).toMatchObject([
      { mismatches: [{ path: 'recordingUrl', actual: recordingUrl }] },
    ])
  })
  it('that cannot be read is not judged in that part', () => {
    const facts = {
      members: {} as SessionFacts['members'],
      get calls(): never {
        throw new Error('too deep')
      },
    }
    expect(evaluateSession(read('calls: none'), facts)).toMatchObject([
      { kind: 'value', verdict: 'not judged', subject: 'calls', reason: expect.stringContaining('too deep') },
    ])
  })
  it('that never began is not judged in what is expected of it, and that alone', () => {
    const names = (yaml: string) => evaluateNoSession(read(yaml)).map((each) => 'subject' in each && each.subject)
    expect(names('{ status: done, calls: none }')).toEqual(['status', 'calls'])
    expect(names('agent: desk')).toEqual(['agent'])
    expect(evaluateNoSession(read('agent: desk'))).toEqual([
      {
        kind: 'session',
        verdict: 'not judged',
        at: expect.objectContaining({ column: 8 }),
        subject: 'agent',
        mismatches: [],
        reason: 'no session was begun, so its agent could not be judged: no turn was answered',
      },
    ])
  })
})
