import { loadTests } from './load-tests.mjs'

/** Attacks safe mode with requests crafted to get past it, and with requests drawn from the contract. */
export async function measureSafeMode() {
  const { attack } = await loadTests('safe-mode/attack-safe-mode.ts')
  const { drawAttacks, drawContract } = await loadTests('safe-mode/draw-requests.ts')
  const { guardEverywhere } = await loadTests('../src/wire/client/guard.ts')
  const { drawOutreach, ownSinks } = await loadTests('safe-mode/draw-outreach.ts')
  const { couldReachStranger } = await loadTests('safe-mode/could-reach-stranger.ts')
  const { guardTransport } = await loadTests('../src/wire/client/guard.ts')
  const traffic = await drawContract(500_000, 2, 'everything')
  const harmless = await drawContract(100_000, 3, 'inline only')
  const owned = (send) => guardTransport(send, { dispatch: true, sinks: ownSinks, tools: [] })
  const toStranger = (request) => couldReachStranger(request, ownSinks)
  const sources = {
    'made to get past it': [guardEverywhere, () => drawAttacks(500_000, 1)],
    'drawn for a local service': [guardEverywhere, traffic],
    'drawn in safe mode': [guardEverywhere, harmless],
    'messages, calls and deletes, with a list of owned addresses': [owned, () => drawOutreach(100_000, 4), toStranger],
  }
  const rows = []
  for (const [name, [guard, draw, judge]] of Object.entries(sources)) {
    const { drawn, dangerous, sent, reached } = await attack(guard, draw(), judge)
    rows.push(`| ${name} | ${drawn} | ${dangerous} | ${sent} | ${reached.length} |`)
    for (const { how, request } of reached.slice(0, 5)) process.stderr.write(`${how}: ${JSON.stringify(request)}\n`)
  }
  const head = '| requests | drawn | could reach a person | sent | of those, could reach a person |'
  return { figures: [head, '|---|---|---|---|---|', ...rows].join('\n') }
}
