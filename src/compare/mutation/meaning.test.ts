import { describe, expect, it } from 'vitest'
import { unjudgedAnswer } from '../../engine/judge/judge-run.ts'
import type { Judges } from '../../engine/judge/judges.ts'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { licensed, unlicensed, vote } from '../../report/judged.fixture.ts'
import { teethDocument } from '../../report/studies/teeth.ts'
import { formatDocument } from '../../report/terminal/document.ts'
import { createPaint } from '../../report/text/paint.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import { deskSuite, orderDesk } from './desk.fixture.ts'
import type { MutantKind } from './mutant/mutant.ts'
import type { TeethResult } from './mutant/teeth-result.ts'
import { leaveOutApology, otherLanguage, phrases, refuseHelp, wrongPromise } from './operators/meaning.ts'
import type { MutationOperator } from './operators/operator.ts'
import { performTeeth } from './perform-teeth.ts'

const meaning: readonly MutantKind[] = ['refuse help', 'wrong promise']
const judgedDesk = deskSuite('{ reply: { contains: [] , messages: 1 } }', '{ judge: tells the truth }').replace(
  '{ contains: [] , messages: 1 }',
  '{ messages: 1 }',
)

/** A judge that goes by the last reply it is shown, and records what it was asked. */
function judgesBy(rule: (words: string) => JudgeFinding, licence = licensed): { judges: Judges; asked: string[] } {
  const questions: string[] = []
  const judges: Judges = {
    async answer({ turns }) {
      const words = JSON.stringify(turns.at(-1)?.entries)
      questions.push(words)
      const says = rule(words)
      return { judgement: { says, votes: [vote(says, 'so')], why: null }, licence, usage: [] }
    },
  }
  return { judges, asked: questions }
}

function measure(judges: Judges | undefined, kinds = meaning, suite = judgedDesk): Promise<TeethResult> {
  const { client } = orderDesk()
  const settings = { client, reconcile: true, target: 'desk', tableread: '0', concurrency: 1, seed: 'one' }
  const meansOf = (): Promise<ReturnType<typeof orderDesk>> => Promise.resolve(orderDesk())
  return performTeeth(plansOf(suite), { ...settings, kinds, accepted: [], meansOf, ...(judges && { judges }) })
}

const honest = (words: string): JudgeFinding => (/refunded|not allowed/.test(words) ? 'not met' : 'met')
const textOf = (result: TeethResult): string => formatDocument(teethDocument(result, 5), createPaint(false))

describe('mutants of meaning', () => {
  it('are caught by a judge with a licence, which is asked of nothing that others notice', async () => {
    const { judges, asked } = judgesBy(honest)
    const { total, score } = await measure(judges)
    expect([total, score]).toEqual([{ caught: 2, survived: 0, accepted: 0 }, 1])
    const before = asked.length
    await measure(judges, ['drop reply'])
    expect(asked.length - before).toBe(1) // for the recording run; a missing reply breaks a law, so no judge is asked
  })

  it('survive a judge that does not mind, with an expectation that would have caught them', async () => {
    const { survivors, suggestions, score } = await measure(judgesBy(() => 'met').judges)
    expect([score, survivors.map(({ kind }) => kind)]).toEqual([0, ['refuse help', 'wrong promise']])
    expect(suggestions.map(({ yaml }) => yaml).join('\n')).toMatch(/cancelled|refunded/)
  })

  it('survive a judge without a licence, whose advice is told', async () => {
    const result = await measure(
      judgesBy(honest, unlicensed).judges,
      meaning,
      judgedDesk.replace('judge:', 'reply: { messages: 1 }, judge:'),
    )
    expect(result.total).toEqual({ caught: 0, survived: 2, accepted: 0 })
    expect(textOf(result)).toContain('(a judge without a licence advises: not met: tells the truth)')
  })

  it('are not judged, apart from the score, where no judge answers', async () => {
    let hasAsked = false
    const { judges } = judgesBy(honest)
    const once: Judges = {
      async answer(question) {
        if (hasAsked) return unjudgedAnswer('the host is not reached')
        hasAsked = true
        return judges.answer(question)
      },
    }
    const result = await measure(once, [...meaning, 'drop reply'])
    expect([result.total, result.score]).toEqual([{ caught: 2, survived: 0, accepted: 0, unjudged: 2 }, 1])
    expect(textOf(result)).toMatch(
      /not judged, apart from the score\n .*turn 2: the reply refuses to help.*: the host is not reached/,
    )
  })

  it('are not made where no judge looks', async () => {
    const { total, score } = await measure(
      undefined,
      meaning,
      deskSuite('{ reply: { messages: 1 } }', '{ reply: { messages: 1 } }'),
    )
    expect([total, score]).toEqual([{ caught: 0, survived: 0, accepted: 0 }, null])
  })
})

it('replies in another language are caught by `language`, and suggest it where it is not written', async () => {
  const noticed = deskSuite('{ reply: { language: en } }', '{ calls: [cancel_order] }')
  expect((await measure(undefined, ['other language'], noticed)).total).toMatchObject({ caught: 1, survived: 1 })
  const lacking = deskSuite(
    '{ reply: { messages: 1 } }',
    '{ reply: { any: [{ language: en }, { contains: cancelled }] } }',
  )
  const { suggestions } = await measure(undefined, ['other language'], lacking)
  expect(suggestions.map(({ turn, yaml }) => [turn, yaml])).toContainEqual([1, 'reply: { language: en }'])
})

describe.each([
  [
    'English',
    'I am sorry for the delay. Your parcel is here.',
    'Your parcel is here.',
    'I have refunded',
    'I am not allowed',
  ],
  ['German', 'Es tut mir leid. Ihre Bestellung ist da.', 'Ihre Bestellung ist da.', 'Ich habe Ihnen', 'Dazu darf ich'],
  [
    'French',
    'Nous sommes désolés. Votre colis est arrivé.',
    'Votre colis est arrivé.',
    'J’ai remboursé',
    'Je ne peux rien',
  ],
  ['Spanish', 'Lo siento mucho. Su paquete está aquí.', 'Su paquete está aquí.', 'He reembolsado', 'No puedo hacer'],
])('a reply in %s', (_, text, without, promise, refusal) => {
  const make = (operator: MutationOperator, reply = text, languages: string[] = []): string[] => {
    const view = viewTurn([said('assistant', reply, 1)])
    const around = { choose: () => undefined, functions: { pre: [], during: [], post: [] }, given: new Set<string>() }
    const changes = operator(
      { index: 0, view, turnMs: 1, refusal: null },
      { ...around, languages, judged: true, timeLimitMs: 1 },
    )
    return changes.map(({ entries }) => viewTurn(entries).replyText)
  }
  it('loses its apology and nothing else', () => {
    expect(make(leaveOutApology)).toEqual([without])
    expect(make(leaveOutApology, without)).toEqual([])
  })
  it('promises and refuses in its own language', () => {
    expect(make(wrongPromise)[0]).toContain(`${text} ${promise}`)
    expect(make(refuseHelp)[0]).toContain(refusal)
  })
  it('comes in another language, which the conversation does not name, where it names one', () => {
    const codes = ['en', 'de', 'fr', 'es']
    const own = phrases(text).code
    const variants = codes.map((code) => make(otherLanguage, text, [code]).map((reply) => phrases(reply).code))
    expect(variants.every(([code = own], at) => code !== own && code !== codes[at])).toBe(true)
    expect([make(otherLanguage), make(otherLanguage, text, codes)]).toEqual([[], []])
  })
})
