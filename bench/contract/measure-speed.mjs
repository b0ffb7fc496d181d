import { openLocalSubject } from '../../dist/app/agents/local-subject.js'
import { checkContract } from '../../dist/wire/contract/check-contract.js'

const ways = { 'in the process': false, 'over HTTP': true }
const rounds = 3

/** The time of the default contract run, in the process and over HTTP: the median of three runs. */
export async function measureSpeed() {
  const rows = []
  for (const [way, sockets] of Object.entries(ways)) {
    const reports = []
    for (let seed = 1; seed <= rounds; seed += 1) {
      const { subject, close } = await openLocalSubject({ sockets })
      reports.push(await checkContract(subject, { seed }))
      await close()
    }
    const { results, sent, timeMs } = reports.sort((a, b) => a.timeMs - b.timeMs)[Math.floor(rounds / 2)]
    const tried = results.filter(({ runs }) => runs > 0)
    const cases = tried.reduce((sum, { runs }) => sum + runs, 0)
    const perSecond = (count) => Math.round((count / timeMs) * 1000)
    rows.push(
      `| ${way} | ${(timeMs / 1000).toFixed(1)} s | ${tried.length} | ${(tried.length / (timeMs / 1000)).toFixed(1)} | ${cases} | ${perSecond(cases)} | ${perSecond(sent)} |`,
    )
  }
  const head = '| the default run | time | rules tried | rules a second | cases | cases a second | requests a second |'
  return { figures: [head, '|---|---|---|---|---|---|---|', ...rows].join('\n') }
}
