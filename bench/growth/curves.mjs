import { writeSuites } from '../write-suite.mjs'

const suites = (sizes) => (folder) => writeSuites(folder, sizes)
const reports = ['--json', 'result.json', '--junit', 'result.xml', '--html', 'result.html']

/**
 * The quantities to grow, one at a time. For a size, `at` gives the conversations and turns of the run, what
 * to write, and the number of `units` its cost is divided by; `outputs` are files whose bytes are counted too.
 */
export const curves = [
  {
    name: 'conversations',
    xLabel: 'conversations of 5 turns',
    unit: 'turn',
    sizes: [1, 10, 100, 1_000, 10_000],
    at: (x) => ({ conversations: x, turns: 5, units: x * 5, write: suites({ conversations: x, turns: 5 }) }),
  },
  {
    name: 'turns',
    xLabel: 'turns of each of 50 conversations',
    unit: 'turn',
    sizes: [1, 3, 10, 30, 100],
    at: (x) => ({ conversations: 50, turns: x, units: x * 50, write: suites({ conversations: 50, turns: x }) }),
  },
  {
    name: 'expectations',
    xLabel: 'matchers of each reply, of 50 conversations of 5 turns',
    unit: 'matcher',
    sizes: [1, 20, 50, 100, 200, 400],
    at: (x) => ({
      ...{ conversations: 50, turns: 5, units: x * 250 },
      write: suites({ conversations: 50, turns: 5, also: x - 1, perFile: 10 }),
    }),
  },
  {
    name: 'files',
    xLabel: 'suite files of one conversation of 5 turns',
    unit: 'file',
    sizes: [1, 10, 100, 1_000],
    at: (x) => ({ conversations: x, turns: 5, units: x, write: suites({ conversations: x, turns: 5, perFile: 1 }) }),
  },
  {
    name: 'reports',
    xLabel: 'conversations of 5 turns, reported as JSON, JUnit and HTML',
    unit: 'turn',
    sizes: [1, 10, 100, 1_000, 4_000],
    at: (x) => ({
      conversations: x,
      turns: 5,
      units: x * 5,
      write: suites({ conversations: x, turns: 5 }),
      flags: reports,
    }),
    outputs: ['result.json', 'result.xml', 'result.html'],
  },
  {
    name: 'failures',
    xLabel: 'conversations of 5 turns that fail and hold personal data, reported as JSON, JUnit and HTML',
    unit: 'turn',
    sizes: [1, 10, 100, 1_000, 10_000],
    at: (x) => ({
      ...{ conversations: x, turns: 5, units: x * 5, code: 1 },
      write: suites({ conversations: x, turns: 5, fails: true }),
      flags: reports,
    }),
    outputs: ['result.json', 'result.xml', 'result.html'],
  },
]
