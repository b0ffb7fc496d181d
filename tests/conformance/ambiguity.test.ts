import { describe, expect, it } from 'vitest'
import { eachByTier } from '../../src/base/tiers.fixture.ts'
import { errorStatus } from '../../src/wire/api/envelope.ts'
import { changesOf } from './generic.ts'
import { type Rule, rules } from './rules.ts'
import { fillSessions, openWorld, type Reply } from './world.ts'

const seeds = Array.from({ length: 24 }, (_, index) => `seed ${index}`)

/** Rules whose outcomes cannot be told apart by status and code. */
const skipped = new Set(['CHA-03', 'CHA-19', 'SES-04'])

/** Rules with one request and several allowed outcomes. */
const open = rules.filter(
  ({ request, accept, id }) => request !== undefined && (accept?.length ?? 0) > 1 && !skipped.has(id),
)

/** Whether an answer is one of the outcomes that the catalogue lists in words. */
function isAccepted({ status, body }: Reply, accept: readonly string[]): boolean {
  return accept.some((words) => {
    if (/any failure under ENV-08/.test(words)) return status >= 400
    if (/(any|other) 4xx/.test(words)) return status >= 400 && status < 500
    if (!/\d{3}|4xx/.test(words) && status === 200) return true
    if (/any code of the set|field-specific/.test(words)) return status === 400
    const wantedStatus = Number(/\d{3}/.exec(words)?.[0])
    if (status !== wantedStatus) return false
    if (/without errorCode/.test(words)) return !('errorCode' in body)
    const code = Object.keys(errorStatus).find((each) => words.includes(each))
    return code === undefined || body.errorCode === code
  })
}

/** What a seed answers to every request of a rule, asked twice: it must answer the same both times. */
async function askTwice(rule: Rule, seed: string): Promise<Reply[]> {
  const first: Reply[] = []
  for (const change of changesOf(rule)) {
    const replies: Reply[] = []
    for (let time = 0; time < 2; time += 1) {
      const world = openWorld(undefined, { ambiguity: seed })
      await fillSessions(world)
      replies.push(await world.send(rule.request?.base ?? '', change))
    }
    const [a, b] = replies as [Reply, Reply]
    expect([b.status, b.code], `${rule.id} with ${seed}`).toEqual([a.status, a.code])
    first.push(a)
  }
  return first
}

eachByTier(1, describe)([[seeds.slice(0, 2), 10] as const, [seeds, 25] as const])(
  'the ambiguity mode, with %j',
  (played, least) => {
    const outcomes = new Map<string, Set<string>>()
    it.each(open.map((rule) => [rule.id, rule.title, rule] as const))(
      '%s %s: any outcome that the rule allows, and no other',
      async (id, _title, rule) => {
        const answers = new Set<string>()
        for (const seed of played) {
          for (const reply of await askTwice(rule, seed)) {
            const message = `${seed}: ${JSON.stringify(reply.body).slice(0, 200)}`
            expect(isAccepted(reply, rule.accept ?? []), message).toBe(true)
            answers.add(`${reply.status} ${reply.code ?? ''}`)
          }
        }
        outcomes.set(id, answers)
      },
    )
    it(`answers at least ${least} of them in more than one way`, () => {
      const varied = [...outcomes].filter(([, answers]) => answers.size > 1).map(([id]) => id)
      process.stdout.write(
        `ambiguity: ${varied.length} of ${open.length} open points answered in several ways over ${played.length} seeds; always alike: ${[...outcomes.keys()].filter((id) => !varied.includes(id)).join(', ')}\n`,
      )
      expect(varied.length).toBeGreaterThanOrEqual(least)
    })
  },
)
