import { openLocalSubject } from '../../dist/app/agents/local-subject.js'
import { checkContract } from '../../dist/wire/contract/check-contract.js'

const seeds = 20

/** Checks the contract of services that resolve every open point in their own way: none may be reported as wrong. */
export async function measureAmbiguity() {
  const alarms = []
  let cases = 0
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { subject, close } = await openLocalSubject({ sockets: false, service: { ambiguity: `ambiguity ${seed}` } })
    const { results } = await checkContract(subject, { seed })
    await close()
    cases += results.reduce((sum, { runs }) => sum + runs, 0)
    for (const { rule, outcome, counterexample } of results)
      if (outcome === 'violated') alarms.push(`${rule.id} with seed ${seed}: ${counterexample?.finding}`)
  }
  const figures = `${seeds} services that answer the open points in ${seeds} ways, ${cases} cases: ${alarms.length} false alarms.`
  return { figures: [figures, ...alarms.map((alarm) => `- ${alarm}`)].join('\n') }
}
