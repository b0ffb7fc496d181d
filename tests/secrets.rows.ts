/** A command line, and its standard input: what is typed into a chat. */
export type Row = readonly [args: string, input?: string]

/** One conversation that fails: where a row is there for how a verb prints, it prints the same of one as of all. */
const one = 'suites/s.yaml:4'

/** Every verb with every option that outputs something. `B` stands for the address of another service. */
export const rows: readonly Row[] = [
  [
    'run --trace --coverage --json run.json --junit run.xml --ctrf run.ctrf.json --otlp run.otlp.json --markdown run.md --html run.html',
  ],
  ['run -r plain --history h.sqlite'],
  ['run -r default --all-failures --journal journal'],
  ['run -r json'],
  ['run -r junit'],
  ['run --json'],
  ['run --markdown -'],
  ['run --shard 1/2 --json shard-1.json'],
  ['run --shard 2/2 --json shard-2.json'],
  [
    'compare default draft --json cmp.json --junit cmp.xml --ctrf cmp.ctrf.json --otlp cmp.otlp.json --markdown cmp.md --html cmp.html --history h.sqlite',
  ],
  ['compare default draft --b-target B -r plain --all-failures --html sides.html --repeat 2'],
  ['compare default draft --b-target B -r json --calibrate --until-sure --turn-budget 30'],
  [`compare default draft ${one} -r default --repeat 1`],
  [`compare default draft ${one} --json --repeat 1`],
  ['compare default draft --shard 1/2 --repeat 1'],
  ['bisect -g 1 -b 2 --repeat 2 -r plain'],
  ['bisect -g 1 -b 2 --repeat 2 -r default'],
  ['bisect -g 1 -b 2 --repeat 2 --json'],
  ['snapshots --update --even-failed --prune'],
  ['snapshots --calls-only --json'],
  ['import session-1 -o draft.yaml --recordings rec.jsonl --force'],
  ['import session-1 --json --calls exactly'],
  ['import session-1 --json --calls in-order'],
  ['import session-1 --json --from auto'],
  [
    'score session-1 --trace --coverage --json score.json --html score.html --junit score.xml --ctrf score.ctrf.json --otlp score.otlp.json --markdown score.md',
  ],
  ['score session-1 --mask --all-failures -r plain'],
  ['score session-1 -r default'],
  ['score session-1 -r json'],
  ['score session-1 -r junit'],
  ['score session-1 --json'],
  ['chat desk', 'reply\n/trace\n/diff draft\n/save chat/c.yaml\nrefuse\n'],
  ['chat --as-user users/u.yaml:14', '\n\n/trace\n/again\n/auto\n'],
  ['lint'],
  ['lint --json'],
  ['contract --live --runs 1 --agent desk --rule ENV-01 --rule CHA-10 --ledger ledger.json --json contract.json'],
  ['contract --live --runs 1 --agent desk --rule ENV-01 --json'],
  [
    'teeth --json teeth.json --markdown teeth.md --html teeth.html --junit teeth.xml --ctrf teeth.ctrf.json --otlp teeth.otlp.json -n 1000',
  ],
  [`teeth ${one} -r plain`],
  [`teeth ${one} -r default`],
  [`teeth ${one} --json`],
  [`teeth ${one} -r json`],
  [`teeth ${one} -r junit`],
  [
    'vary --variants 2 --repeat 1 --json vary.json --markdown vary.md --html vary.html --junit vary.xml --ctrf vary.ctrf.json --otlp vary.otlp.json --keep kept-variants',
  ],
  [
    'attack --attacks one-word-a-message the-shift-lead --json attack.json --markdown attack.md --html attack.html --junit attack.xml --ctrf attack.ctrf.json --otlp attack.otlp.json --keep kept-attacks',
  ],
  ['attack --attacks one-word-a-message --goals a-text --harm 5% --families prompt-leak -r default'],
  ['attack --attacks one-word-a-message -r plain'],
  ['attack --attacks one-word-a-message --json'],
  ['attack --attacks one-word-a-message -r json'],
  ['attack --attacks one-word-a-message -r junit'],
  ['attack --print-attacks 9'],
  ['attack --print-attacks --json'],
  [`vary ${one} --variants 1 --repeat 1 -r default`],
  [`vary ${one} --variants 1 --repeat 1 -r plain`],
  [`vary ${one} --variants 1 --repeat 1 --json`],
  [`vary ${one} --variants 1 --repeat 1 -r json`],
  [`vary ${one} --variants 1 --repeat 1 -r junit`],
  ['vary --print-variants 9'],
  ['vary --print-variants --json'],
]

/** These read what the others wrote, or would interfere with them. */
export const after: readonly Row[] = [
  ['record -r plain --all-failures --json record.json'],
  [`record ${one} -r default --history h.sqlite`],
  [`record ${one} -r json`],
  [`record ${one} -r junit`],
  [`record ${one} --json`],
  ['run --tape record'],
  ['run --tape auto'],
  ['run --tape replay --offline'],
  [
    'replay --offline --trace --coverage --json replay.json --junit replay.xml --ctrf replay.ctrf.json --otlp replay.otlp.json --markdown replay.md --html replay.html',
  ],
  ['replay --offline --all-failures -r plain'],
  ['replay --offline -r default'],
  ['replay --offline -r json'],
  ['replay --offline -r junit'],
  ['replay --offline --json'],
  ['run --save-talks talks'],
  [
    'run users --save-talks talks --seeds 2 --json u.json --junit u.xml --ctrf u.ctrf.json --markdown u.md --html u.html',
  ],
  ['run users -r plain'],
  ['history -r plain --flaky'],
  ['history -r default'],
  ['history --json'],
  ['history --history h.sqlite'],
  ['teeth --tape replay --offline'],
  ['history --write-durations durations.json'],
  ['report run.json --trace --coverage'],
  [
    'report run.json -r plain --json again.json --junit again.xml --ctrf again.ctrf.json --otlp again.otlp.json --markdown again.md --html again.html',
  ],
  ['report run.json -r default --all-failures --write-durations durations.json'],
  ['report run.json -r json'],
  ['report run.json -r junit'],
  ['report run.json --json'],
  ['report cmp.json --markdown -'],
  [
    'merge shard-1.json shard-2.json --coverage --json all.json --junit all.xml --ctrf all.ctrf.json --otlp all.otlp.json --markdown all.md --html all.html',
  ],
  ['merge shard-1.json shard-2.json -r plain --all-failures --write-durations durations.json'],
  ['merge shard-1.json shard-2.json -r default'],
  ['merge shard-1.json shard-2.json -r json'],
  ['merge shard-1.json shard-2.json -r junit'],
  ['merge shard-1.json shard-2.json --json'],
  [
    'report merge shard-1.json shard-2.json --coverage --json two.json --junit two.xml --ctrf two.ctrf.json --otlp two.otlp.json --markdown two.md --html two.html',
  ],
  ['report merge shard-1.json shard-2.json -r plain --all-failures --write-durations durations.json'],
  ['report merge shard-1.json shard-2.json -r default'],
  ['report merge shard-1.json shard-2.json -r json'],
  ['report merge shard-1.json shard-2.json -r junit'],
  ['report merge shard-1.json shard-2.json --json'],
  ['schema'],
  ['lint --fix'],
]

/** Verbs whose secrecy other tests check. */
export const elsewhere: Readonly<Record<string, string>> = {
  serve: 'tests/secrets-of-node.test.ts',
  // It keeps the phone numbers in a prompt, which belong to the agent.
  pull: 'tests/pull.test.ts',
  init: 'tests/init.test.ts',
  mcp: 'tests/mcp-safety.test.ts',
  'judge label': 'tests/judge-canaries.test.ts',
  'judge calibrate': 'tests/judge-canaries.test.ts',
  'judge status': 'tests/judge-canaries.test.ts',
  // These print nothing from conversations.
  work: 'tests/queue.test.ts',
  'queue status': 'tests/queue.test.ts',
  'queue page': 'tests/queue-page.test.ts',
  'queue pause': 'tests/queue.test.ts',
  'queue resume': 'tests/queue.test.ts',
  'queue limit': 'tests/queue.test.ts',
}

/** Verbs that use no service of the user's and read nothing that people wrote; the demo brings its own. */
export const alone: readonly string[] = ['demo', 'schema']

/** Options that are only input, or decide what runs: they produce no output of their own. */
export const inputs: ReadonlySet<string> = new Set(
  ['agent-version', 'name', 'tags', 'tapes', 'target', 'workspace', 'b-workspace', 'seed', 'clock', 'concurrency']
    .concat([
      'time-limit',
      'max-turns',
      'max-time',
      'max-tokens-spent',
      'max-cost',
      'keep-going',
      'no-reconcile',
      'no-history',
      'no-journal',
      'config',
    ])
    .concat([
      'quarantine',
      'durations',
      'repeat',
      'no-confirm',
      'alpha',
      'smallest-drop',
      'allow-only',
      'allow-dispatch',
      'allow-tools',
    ])
    .concat([
      'owned-sinks',
      'no-blueprints',
      'last',
      'from',
      'suite',
      'agent',
      'keep',
      'path',
      'user-first',
      'metadata',
    ])
    .concat([
      'kinds',
      'families',
      'operators',
      'turn-budget',
      'brittle',
      'paraphrase-by',
      'min-score',
      'accept',
      'good',
      'bad',
      'rule',
      'runs',
      'live',
      'resume',
      'offline',
      'max-judge-calls',
      'seeds',
      'no-judge-cache',
      'ask-judges',
      'watch',
      'ui',
      'version',
      'folder',
      'queue',
      'rate',
      'priority',
      'follow',
    ])
    .map((name) => `--${name}`),
)
