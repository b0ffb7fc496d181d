import { afterAll, describe, expect, it } from 'vitest'
import { type LocalSubjectSettings, openLocalSubject } from '../../app/agents/local-subject.ts'
import { type ContractSettings, checkContract } from './check-contract.ts'
import type { ContractReport } from './contract-report.ts'

const seed = 20_261_121
const services: { close(): Promise<void> }[] = []
afterAll(async () => {
  for (const each of services) await each.close()
})

async function check(settings: LocalSubjectSettings, more: Partial<ContractSettings> = {}): Promise<ContractReport> {
  const local = await openLocalSubject({ sockets: false, ...settings })
  services.push(local)
  return checkContract(local.subject, { seed, runs: 8, ...more })
}

/** A service that answers some chat triggers wrongly. */
function mistaken(
  answer: (body: Record<string, unknown>, right: Response) => Response | Promise<Response>,
): LocalSubjectSettings {
  return {
    wrap: (service) => ({
      async fetch(request, side) {
        const chat = request.method === 'POST' && new URL(request.url).pathname === '/api/chat-agent/trigger'
        const text = chat ? await request.clone().text() : ''
        const right = await service.fetch(request, side)
        return chat && text.startsWith('{') ? answer(JSON.parse(text), right) : right
      },
    }),
  }
}

const violated = ({ results }: ContractReport): string[] =>
  results.flatMap(({ outcome, rule }) => (outcome === 'violated' ? [rule.id] : []))

describe('the contract', () => {
  it(`holds for the local service, every must rule but a duty of the client (seed ${seed})`, {
    tags: 'stress',
  }, async () => {
    const { results } = await check({})
    expect(
      results
        .filter(({ outcome }) => outcome === 'violated')
        .map(({ rule, counterexample }) => [rule.id, counterexample]),
    ).toEqual([])
    const notRun = results.filter(({ outcome, rule }) => outcome === 'not run' && rule.level === 'must')
    expect(notRun.map(({ rule }) => rule.id)).toEqual(['DEL-09'])
    expect(results).toHaveLength(350)
  })

  it('finds a rule that is dropped, shrinks to what breaks it, and comes to the same case by seed and path', {
    tags: 'slow',
  }, async () => {
    const dropped: LocalSubjectSettings = {
      wrap: (service) => ({
        async fetch(request, side) {
          const text = request.method === 'POST' ? await request.text() : undefined
          const blind = text?.replace(/"endWorkingHour":"[^"]*",?/, '').replace(/,}$/, '}')
          return service.fetch(new Request(request, text === undefined ? {} : { body: blind ?? '' }), side)
        },
      }),
    }
    const report = await check(dropped, { rules: ['CHA-09', 'CHA-10', 'CHA-12'], runs: 30 })
    expect(violated(report)).toEqual(['CHA-12'])
    const violation = report.results.find(({ outcome }) => outcome === 'violated')
    expect(violation?.counterexample).toMatchObject({
      repeats: true,
      finding: 'expected 400 incompatibleOptions; got accepted 200',
    })
    expect(Object.keys(JSON.parse(violation?.counterexample?.request?.body ?? '{}')).sort()).toEqual([
      'agentName',
      'doReturnResponse',
      'endWorkingHour',
      'message',
    ])
    const again = await check(dropped, { rules: ['CHA-12'], path: violation?.path ?? '', runs: 30 })
    expect(again.results[0]?.counterexample?.request?.body).toBe(violation?.counterexample?.request?.body)
  })

  it('takes any outcome of several broken rules, but not another one each time', { tags: 'slow' }, async () => {
    let count = 0
    const fickle = mistaken((body, right) => {
      if (body.doReturnResponse !== true || body.startWorkingHour === undefined) return right
      count += 1
      const code = count % 2 === 0 ? ['agentNameRequired', 400] : ['incompatibleOptions', 400]
      return body.agentName === undefined ? refuse(code[0] as string, code[1] as number) : right
    })
    const report = await check(fickle, { rules: ['CHA-09', 'CHA-11'], runs: 300 })
    expect(report.results.map(({ counterexample }) => counterexample?.finding ?? 'holds').join()).toMatch(
      /the same request came to/,
    )
  })

  it('names the law that an answer breaks', async () => {
    const leaky = mistaken(async (_, right) => {
      const body = (await right.clone().json()) as { data?: { transcript?: { timestamp?: string }[] } }
      for (const entry of body.data?.transcript ?? []) entry.timestamp = 'yesterday'
      return Response.json(body, { status: right.status })
    })
    const report = await check(leaky, { rules: ['TRN-03', 'TRN-04', 'CNT-01'] })
    expect(violated(report)).toEqual(['TRN-03'])
  })

  it('says of an open point what was seen, and judges nothing', async () => {
    const { results } = await check({}, { rules: ['CHA-16'] })
    expect(results[0]).toMatchObject({ outcome: 'recorded', outside: 0, seen: { 'accepted 200': expect.any(Number) } })
  })
})

function refuse(errorCode: string, status: number): Response {
  return Response.json({ responseCode: status, errorCode, message: errorCode, data: null }, { status })
}
