import { describe, expect, it } from 'vitest'
import { plainText } from '../document/door.ts'
import { suitesOfDocument } from '../junit/document-suites.ts'
import { formatDocument } from '../terminal/document.ts'
import { createPaint } from '../text/paint.ts'
import { madeUpContract } from './contract.fixture.ts'
import { contractDocument } from './contract.ts'

describe('the document of a contract', () => {
  it('tells each violation with its rule, its request as it was sent, and how to see it again', () => {
    expect(
      formatDocument(
        contractDocument(madeUpContract({ again: ['--live', '--target', 'https://desk.example'] })),
        createPaint(false),
      ),
    ).toBe(
      `
chat.trigger
 ✗ CHA-10 does not hold  must
   expected 400 incompatibleOptions, and came 200
   the rule: Inline reply plus scheduleTime (interface, 2. Trigger chat > Rules)
   the request breaks CHA-10, CHA-11
   curl -sS -X POST 'http://127.0.0.1:4010/chat-agent/trigger' -H "x-api-key: $TABLEREAD_API_KEY" -H 'content-type: application/json' --data-raw '{"agentName":"desk","message":"a   b"}'   # with the key of another workspace
   again: tableread contract --rule CHA-10 --seed 7 --path 12:0:1 --live --target https://desk.example
   3 steps smaller; tried once more, it breaks again
 ✗ DEL-01 does not hold  must
   expected 400 incompatibleOptions, and came 200
   the rule: Inline reply plus scheduleTime (interface, 2. Trigger chat > Rules)
   with: {"commands":["start  a talk","end it"]}
   again: tableread contract --rule DEL-01 --seed 7 --path 2:2/AEDK:K --live --target https://desk.example
   1 step smaller; tried once more, it did not break again
 ! CHA-16 is open, and was answered as no reading of it says  may
   Inline reply plus scheduleTime
   the readings: 400 incompatibleOptions; seen: 400 incompatibleOptions
   curl -sS -X POST 'http://127.0.0.1:4010/chat-agent/trigger' -H "x-api-key: $TABLEREAD_API_KEY" -H 'content-type: application/json' --data-raw '{"agentName":"desk","message":"a   b"}'

 level        held  violated  recorded  not run
 must            1         2         -        -
 may             -         -         1        -
 unspecified     -         -         1        1

not run
 no request tells (SES-19)

gate shut: 2 rules violated: CHA-10, DEL-01

contract of local: 6 rules, 54 requests in 1.2 s; 2 requests kept back: what could reach a person; seed 7, 20 a rule`.slice(
        1,
      ),
    )
  })

  it('passes no rule that was not judged', () => {
    const verdicts = contractDocument(madeUpContract()).cases.map(({ id, verdict }) => `${id} ${verdict}`)
    expect(verdicts).toEqual([
      ...['CHA-09 passed', 'CHA-10 failed', 'DEL-01 failed', 'CHA-16 skipped', 'CHA-17 skipped', 'SES-19 skipped'],
    ])
  })

  it.each([
    ['open', 'no rule is violated', ['CHA-09', 'CHA-16'], 2],
    ['shut', '1 rule violated: CHA-10', ['CHA-09', 'CHA-10'], 350],
    ['not enough', 'interrupted after 1 of 350 rules', ['CHA-09'], 350],
    ['not enough', 'interrupted after 0 of 2 rules', [], 2],
    ['not enough', 'nothing could be run', ['SES-19'], 1],
  ])('has a gate that is %s: %s', (verdict, reason, keep: string[], total) => {
    const results = madeUpContract().results.filter(({ rule }) => keep.includes(rule.id))
    const document = contractDocument(madeUpContract({ results, total }))
    const suites = suitesOfDocument(document)
    const cases = suites.find(({ name }) => name === 'gate')?.cases ?? []
    expect([document.gate.verdict, plainText(document.gate.reason)]).toEqual([verdict, reason])
    // What a rule of the contract shows, no test says a second time.
    expect(cases.map(({ status }) => status)).toEqual(verdict === 'not enough' ? [verdict] : [])
    for (const { properties } of suites) expect(properties).toContainEqual(['gate', `${verdict}: ${reason}`])
  })
})
