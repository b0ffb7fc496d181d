/** What each code means that a verb may exit with, in the words of its help. */
type ExitCodes = Readonly<Record<number, string>>

const wrong = 'a file or a flag is wrong'
const ofRun: ExitCodes = {
  0: 'every conversation passed',
  1: 'the agent broke an expectation',
  2: `${wrong}, or nothing ran`,
  3: 'something could not be judged: service, network, a spent budget',
}
const tapes = 'a tape is missing, or no longer fits'
const done: ExitCodes = { 0: 'done', 2: wrong }
const queue: ExitCodes = { 0: 'done', 2: `${wrong}, or the queue cannot be used` }
const merge: ExitCodes = {
  0: 'every conversation passed, or the gate is open',
  1: 'the agent broke an expectation, or the gate is shut',
  2: `${wrong}, or the shards are not of one run`,
  3: 'something could not be judged',
  4: 'a comparison: something was not comparable',
}

export const exitCodes: Readonly<Record<string, ExitCodes>> = {
  run: { ...ofRun, 4: `with --tape: ${tapes}` },
  compare: {
    0: 'the gate is open',
    1: 'the gate is shut',
    2: `${wrong}, or nothing ran`,
    3: 'too little could be judged: service, network, a spent budget',
    4: 'something was not comparable, or the trusted side never passed',
  },
  review: { 0: 'shown or decided', 1: 'with --edit-suites: something is left to edit by hand', 2: wrong },
  chat: { 0: 'every message was answered', 2: `${wrong}, or a command failed`, 3: 'a message was not answered' },
  serve: { 0: 'stopped', 2: `${wrong}, or the port is taken` },
  demo: { 0: 'every draft was caught', 1: 'one was not', 2: wrong },
  lint: { 0: 'sound, or warnings alone', 2: 'something is wrong', 3: 'the agents could not be read' },
  list: { 0: 'listed', 2: `${wrong}, or nothing matches` },
  snapshots: {
    0: 'all are as they were',
    1: 'one changed, or a failed run was not written',
    2: wrong,
    3: 'something could not be judged',
    4: 'there is no snapshot yet, or it is of another script',
  },
  bisect: {
    0: 'a break was found',
    2: wrong,
    3: 'something could not be judged',
    4: 'the ends cannot be compared, so that there is no break to find',
  },
  'watch-service': {
    0: 'with --once: nothing new, or all that is new is good',
    1: 'with --once: something regressed',
    2: `${wrong}, or there is no service`,
    3: 'with --once: something could not be judged, or nothing was checked',
  },
  history: { 0: 'shown', 2: `${wrong}, or there is no history, or nothing in it matches` },
  schema: done,
  completion: done,
  init: { 0: 'written', 2: wrong, 3: 'the service did not list its agents' },
  contract: { 0: 'every rule holds', 1: 'a rule does not hold', 2: wrong, 3: 'not everything could be tested' },
  mcp: { 0: 'the client went away', 2: wrong },
  pull: { 0: 'written, or the same', 1: 'with --check: something differs', 2: wrong, 3: 'the service did not list it' },
  import: {
    0: 'all was imported',
    1: 'some of it was not',
    2: `${wrong}, or nothing was imported`,
    3: 'the service did not answer',
  },
  score: { ...ofRun, 0: 'every session passed', 1: 'a guardrail or a law is broken' },
  merge,
  report: { 0: 'written, whatever the result says', 2: wrong },
  'report merge': merge,
  record: ofRun,
  replay: { ...ofRun, 4: tapes },
  teeth: {
    0: 'measured',
    1: 'a suite is below --min-score, or there was nothing to measure',
    2: wrong,
    3: 'a conversation could not be judged even without a mutation',
  },
  suggest: { 0: 'listed', 2: wrong, 3: 'of an agent nothing is known' },
  prove: { 0: 'each is proven', 1: 'one is refused', 2: wrong, 3: 'one could not be judged' },
  vary: { 0: 'the gate is open', 1: 'the gate is shut', 2: wrong, 3: 'too little could be judged' },
  attack: { 0: 'the gate is open', 1: 'the gate is shut', 2: wrong, 3: 'too little could be judged' },
  'judge label': done,
  'judge calibrate': {
    0: 'every criterion is licensed',
    1: 'one is not',
    2: wrong,
    3: 'a judge could not be asked',
  },
  'judge status': { 0: 'shown', 1: 'with --strict: a criterion is not licensed', 2: wrong },
  work: queue,
  'queue status': queue,
  'queue page': queue,
  'queue pause': queue,
  'queue resume': queue,
  'queue limit': queue,
}
