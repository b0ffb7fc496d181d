import { loadTests } from './load-tests.mjs'

const limits = [
  { atOnce: 6, beyond: 'refuses', conversations: 150 },
  { atOnce: 20, beyond: 'refuses', conversations: 400 },
  { atOnce: 6, beyond: 'lets wait', conversations: 150 },
  { atOnce: 20, beyond: 'lets wait', conversations: 400 },
]
const strategies = ['pause', 'window', 'auto, deaf', 'auto']
const names = {
  pause: '64 at once, a pause after each refusal',
  window: '`--concurrency 64`: and a window',
  'auto, deaf': 'the window from 4 on',
  auto: '`--concurrency auto`: and an ear for answers that slow down',
}

/** How conversations fare against services with unknown limits, and what each part of the pace contributes. */
export async function measurePace() {
  const { runAgainst } = await loadTests('hidden-limit.ts')
  const rows = []
  for (const { conversations, ...limit } of limits)
    for (const strategy of strategies) {
      const fared = await runAgainst(limit, strategy, conversations)
      const share = fared.passed / limit.atOnce / fared.seconds // a conversation keeps the agent busy for a second
      rows.push({ limit, strategy, conversations, ...fared, share })
      process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
    }
  const cells = ({ limit, strategy, conversations, errored, refusals, share, medianMs }) => [
    `${limit.beyond} more than ${limit.atOnce} at once`,
    names[strategy],
    `${errored} of ${conversations}`,
    refusals,
    `${Math.round(share * 100)} %`,
    `${Math.round(medianMs)} ms`,
  ]
  const figures = [
    '| the service | how it is asked | errored | refusals | of its capacity | a turn takes |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
  ].join('\n')
  return {
    figures,
    failed: rows.some(({ strategy, errored, conversations }) => strategy === 'auto' && errored > conversations / 10),
  }
}
