import { loadTests } from './load-tests.mjs'

const seeds = [1, 2, 3]

/** Runs the contract against every mutant, with the default number of runs and several seeds. */
export async function measureTeeth() {
  const { allMutants } = await loadTests('contract-teeth/all-mutants.ts')
  const { tryMutant } = await loadTests('contract-teeth/try-mutant.ts')
  const tried = []
  for (const mutant of allMutants) {
    const trials = []
    for (const seed of seeds) trials.push(await tryMutant(mutant, seed))
    tried.push({ mutant, trials })
  }
  const survivors = tried.filter(({ trials }) => trials.some(({ outcome }) => outcome !== 'violated'))
  const sizes = tried.flatMap(({ trials }) => trials.filter(({ outcome }) => outcome === 'violated'))
  const figures = [
    `${tried.length} mutants of ${new Set(allMutants.map(({ rule }) => rule)).size} rules, each with ${seeds.length} seeds: ${tried.length - survivors.length} die every time, ${survivors.length} survive.`,
    `A shrunk counterexample has ${mean(sizes.map(({ size }) => size))} characters in its body and its draws on average, ${median(sizes.map(({ size }) => size))} in the middle.`,
    `It takes ${mean(sizes.map(({ timeMs }) => timeMs))} ms to find one and to shrink it, ${mean(sizes.map(({ shrinks }) => shrinks))} steps on average.`,
  ].join('\n')
  return { figures, page: { name: 'contract-teeth.md', text: writePage(figures, tried, survivors) } }
}

function writePage(figures, tried, survivors) {
  const kinds = [...new Set(tried.map(({ mutant }) => mutant.kind))]
  const line = ({ mutant: { rule, kind, what }, trials }) => {
    const killed = trials.filter(({ outcome }) => outcome === 'violated').length
    return `| ${rule} | ${kind} | ${what} | ${killed} of ${trials.length} | ${escapeCell(trials[0].finding)} |`
  }
  return [
    '# The teeth of the contract',
    '',
    'Users do not need this page: it is for those who maintain the [contract](contract.md). Users: [the start page](start.md).',
    '',
    'Each row is one mistake made in the local service, from outside it, and the rule of the interface that it breaks.',
    'The contract tries that rule with the default 100 runs. Written by `npm run bench:contract -- teeth`.',
    '',
    figures,
    '',
    '| kind | mutants |',
    '|---|---|',
    ...kinds.map((kind) => `| ${kind} | ${tried.filter(({ mutant }) => mutant.kind === kind).length} |`),
    '',
    '## Survivors',
    '',
    ...(survivors.length === 0
      ? ['None.']
      : ['| rule | kind | mistake | killed | |', '|---|---|---|---|---|', ...survivors.map(line)]),
    '',
    '## What no mutant can be made of',
    '',
    '- DEL-09 is a duty of the client: there is nothing in the service to break.',
    '- Swapped precedence among the rules that a request breaks is no mistake: any of them may come first (ENV-22). The',
    '  mutants of that kind look into a workspace before the key, or change their mind from time to time.',
    '- Mistakes in open points (`may`, `unspecified`) are recorded and never judged, so they are not made here.',
    '',
    '## All mutants',
    '',
    '| rule | kind | mistake | killed | what the contract says |',
    '|---|---|---|---|---|',
    ...tried.map(line),
    '',
  ].join('\n')
}

const escapeCell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ').slice(0, 110)
const mean = (numbers) => Math.round(numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length))
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
