import { describe, expect, it } from 'vitest'
import { judgeTurn } from './judge-turn.fixture.ts'

describe('what the local service shows beside the interface', () => {
  it.each(['outbox', 'queue', 'attempts'])('%s is judged where it was shown', (subject) => {
    const yaml = `${subject}: [{ metadata: sent }]`
    const outcomesFor = (metadata: string) => judgeTurn(yaml, [], { local: { [subject]: [{ metadata }] } })
    expect(outcomesFor('sent')).toMatchObject([{ kind: 'local', verdict: 'passed', subject, mismatches: [] }])
    const place = { line: 1, column: subject.length + 16 }
    expect(outcomesFor('waiting')).toMatchObject([
      { kind: 'local', verdict: 'failed', subject, at: place, mismatches: [{ path: `${subject}[0].metadata` }] },
    ])
  })
  it.each([undefined, {}, { queue: [] }])('is not judged where it was not: %j', (local) => {
    const [outcome, ...others] = judgeTurn('outbox: [{ status: sent }]', [], local === undefined ? {} : { local })
    expect([outcome, others]).toMatchObject([{ kind: 'local', verdict: 'not judged', at: { column: 9 } }, []])
    expect(outcome).toHaveProperty('mismatches', [])
  })
  it.each(['outbox', 'queue', 'attempts'])('%s is not judged where nobody can tell', (subject) => {
    const local = { [subject]: [{ text: 'ok' }] }
    expect(judgeTurn(`${subject}: [{ text: { language: de } }]`, [], { local })).toMatchObject([
      { kind: 'value', verdict: 'not judged', subject: `${subject}[0].text` },
    ])
  })
})
