import { parseArgs } from 'node:util'
import { loadTests } from './load-tests.mjs'

const options = { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } }

/** How many runs go on at once, each with its own service. */
const atOnce = 3

/** What must never happen. */
const promises = {
  falsePasses: 'false passes',
  doubledPasses: 'doubled turns told as passed',
  falseFailures: 'false failures',
  hangs: 'hangs',
  leaks: 'leaks of the key',
  endedRuns: 'runs ended by one conversation',
}

/**
 * Runs with faults of all kinds, one after the other, for so many minutes; ends with 1 if a promise was broken once.
 */
export async function run(args) {
  const { values } = parseArgs({ args, options })
  const [minutes, seed] = [Number(values.minutes), values.seed]
  if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is no time`)
  const { soakRound } = await loadTests('soak.ts')
  const until = performance.now() + minutes * 60_000
  const sum = { rounds: 0, conversations: 0, verdicts: {}, kinds: {}, found: {} }
  for (const promise of Object.keys(promises)) sum.found[promise] = []
  process.on('unhandledRejection', (error) => sum.found.endedRuns.push(`nobody heard of ${String(error)}`))
  let next = 0
  const worker = async () => {
    while (performance.now() < until) {
      const index = next++
      add(sum, await soakRound(`${seed}.${index}`, index % 2 === 0 ? 'port' : 'memory'))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  print(sum, { minutes, seed })
  return Object.values(sum.found).every((each) => each.length === 0) && sum.conversations > 0 ? 0 : 1
}

function add(sum, round) {
  sum.rounds += 1
  sum.conversations += round.conversations
  for (const [verdict, count] of Object.entries(round.verdicts))
    sum.verdicts[verdict] = (sum.verdicts[verdict] ?? 0) + count
  for (const kind of round.kinds) sum.kinds[kind] = (sum.kinds[kind] ?? 0) + 1
  for (const promise of Object.keys(promises)) sum.found[promise].push(...round[promise])
}

function print({ rounds, conversations, verdicts, kinds, found }, { minutes, seed }) {
  const told = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`)
  const struck = Object.keys(kinds).filter((kind) => kind !== 'none')
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  console.log(
    `seed ${seed}, ${minutes} minutes: ${rounds} runs, ${conversations} conversations of 5 turns: ${told.join(', ')}`,
  )
  console.log(
    `${conversations - (kinds.none ?? 0)} of them struck by ${struck.length} kinds of fault; ${memory} MB in the end`,
  )
  for (const [promise, words] of Object.entries(promises)) {
    console.log(`${String(found[promise].length).padStart(6)} ${words}`)
    for (const each of found[promise].slice(0, 20)) console.log(`       ${each}`)
  }
}
