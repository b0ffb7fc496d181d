import type { GatePolicy, LatencyPolicy } from '../../compare/gate/gate-policy.ts'
import { claims } from '../../suite/language/claims.ts'
import { clockStart } from '../../suite/language/clock.ts'
import { turnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import { duration } from '../../suite/language/matchers/duration.ts'
import { versionName } from '../../suite/language/matchers/fixed-text.ts'
import { pattern } from '../../suite/language/matchers/pattern.ts'
import { modelsShape, priceShape, settingsOf } from '../../suite/language/model-shape.ts'
import { relaxations } from '../../suite/language/relaxations.ts'
import { dictionary, oneOrMore } from '../../suite/yaml/collections.ts'
import { optional, record, sameHint } from '../../suite/yaml/record.ts'
import { flag, text, wholeNumber, withPlace } from '../../suite/yaml/scalar.ts'
import { type ReadOf, refuse, refuseType, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import { findModel } from '../../wire/models/find-model.ts'
import { exportPlace, pathOrOff, percent } from './config-values.ts'
import { gatewayHeaders } from './gateway-headers.ts'
import { judgesShape } from './judge-settings.ts'

/** The settings of a project. Flags and the environment override them; they override the defaults. */
export interface Config extends Omit<ReadOf<typeof configShape>, 'at'> {}

/** Names under which people put a key into a config. */
const keyNames =
  'apiKey api-key api_key apikey API_KEY bApiKey otherApiKey key token secret password authorization bearer x-api-key TABLEREAD_API_KEY TABLEREAD_B_API_KEY TABLEREAD_OTHER_API_KEY'

/** A gate as a config writes it; missing members take the defaults of `defaultPolicy`. */
type GateConfig = Partial<GatePolicy>

const latency: Shape<LatencyPolicy> = record('a latency', {
  p50: optional(duration, 'What the median must not exceed, for example 2 s.'),
  p95: optional(duration, 'What the 95th percentile must not exceed, for example 4 s.'),
  slower: optional(percent(100), 'How much slower than the other side it may be, for example 20 %.'),
})

/** The largest number permitted; `any` means no limit. */
const atMost: Shape<number | null> = {
  read(node, reading) {
    if (node.kind === 'scalar' && node.source === 'any') return null
    if (node.kind === 'scalar' && typeof node.value === 'number') return wholeNumber(0).read(node, reading)
    const hint = 'write the most there may be, such as 0, or any'
    if (node.kind !== 'scalar') return refuseType(reading, node, 'a count', hint)
    return refuse(reading, 'wrong-value', node.at, `"${node.source}" is not a count`, hint)
  },
  schema: (definitions) => ({ anyOf: [wholeNumber(0).schema(definitions), { const: 'any' }] }),
}

/** A probability, or `any` to switch the rule off. */
const levelOrAny: Shape<number | null> = {
  read(node, reading) {
    if (node.kind === 'scalar' && node.source === 'any') return null
    const level = percent(1).read(node, reading)
    const hint = 'write a share above 0 %, such as 1 %, or any'
    return level === 0 ? refuse(reading, 'wrong-value', node.at, 'at 0 % nothing would ever be a drop', hint) : level
  },
  schema: (definitions) => ({ anyOf: [percent(1).schema(definitions), { const: 'any' }] }),
}

const gateShape: Shape<GateConfig> = record('the gate', {
  hardBreaks: optional('hard breaks', atMost, 'Conversations that always passed and now never do. Default: 0.'),
  regressions: optional(atMost, 'Conversations that pass less often, beyond chance. Default: 0.'),
  unconfirmed: optional('unconfirmed breaks', atMost, 'What looks like a break in too few runs. Default: 0.'),
  notComparable: optional('not comparable', atMost, 'Conversations that could not be judged on a side. Default: 0.'),
  judgedPairs: optional(
    'judged pairs',
    percent(1),
    'The least share of the pairs asked for that must be judged, of each conversation and of all. Default: two thirds.',
  ),
  allTogether: optional(
    'all together',
    levelOrAny,
    'Fewer passes over all conversations together are a drop where equal sides come out so no more often than this, or any. Default: 1 %.',
  ),
  newFailures: optional(
    'new failures',
    levelOrAny,
    'How often equal sides may shut the gate by single conversations, ways of failing that one side shows more among them; or any. Default: 3.5 %.',
  ),
  smallestDrop: optional(
    'smallest drop',
    percent(1),
    'Drops that are certainly smaller than this share of runs do not shut the gate, for example 10 %. Default: every drop counts.',
  ),
  passRate: optional(
    'pass rate',
    percent(1),
    'The least share of runs that pass, for example 95 %; under `tableread run`, of conversations.',
  ),
  toolErrors: optional('tool errors', percent(1), 'The largest share of tool outputs that are errors.'),
  coverage: optional(flag, 'true: what the runs of one side show must not be missing on the other.'),
  changed: optional(atMost, 'Conversations that do otherwise beyond chance, and that nobody approved. Default: any.'),
  newCalls: optional(
    'new calls',
    atMost,
    'Those that call a tool that the other side never calls there. Default: any.',
  ),
  newHandoffs: optional('new handoffs', atMost, 'Those in which another agent speaks. Default: any.'),
  approved: optional(atMost, 'Conversations of which the differences are approved. Default: any.'),
  latency: optional(
    record('latencies', {
      turn: optional(latency, 'From sending the message to having the answer.'),
      reply: optional(latency, "From the user's message to the last reply, by the transcript."),
      tool: optional(latency, 'The time of tool calls.'),
    }),
    'Limits on times, over all runs.',
  ),
})

export interface VaryConfig extends Omit<ReadOf<typeof varyShape>, 'at'> {}

/** Interchangeable values by name. */
const alike: Shape<Readonly<Record<string, readonly string[]>>> = {
  read(node, reading) {
    const entries = dictionary('values that are alike', oneOrMore('values', text)).read(node, reading)
    return entries === undefined ? undefined : Object.fromEntries(entries.map(({ name, value }) => [name, value]))
  },
  schema: dictionary('values that are alike', oneOrMore('values', text)).schema,
}

const varyShape = record('vary', {
  brittle: optional(
    percent(1),
    'The largest share of variants that may be brittle, for example 5 %. Default: 0 %, which is none that is confirmed.',
  ),
  paraphraseBy: optional('paraphrase by', text, 'A model of `models` that rewords what users type. Default: none.'),
  alike: optional(
    alike,
    'Values of variables and metadata for which everything holds alike: { order_id: [1042, 1043] }.',
  ),
})

/** A number above 0. */
const aboveNothing: Shape<number> = {
  read(node, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'number' && node.value > 0 && Number.isFinite(node.value))
      return node.value
    return refuseType(reading, node, 'an amount above 0', 'write a number such as 0.50, without a sign of a currency')
  },
  schema: () => ({ type: 'number', exclusiveMinimum: 0 }),
}

/** A whole number of at least 1, or `auto` to find the right one during the run. */
const countOrAuto: Shape<number | 'auto'> = {
  read(node, reading) {
    const isAuto = node.kind === 'scalar' && node.value === 'auto'
    return isAuto ? 'auto' : wholeNumber(1).read(node, reading)
  },
  schema: (definitions) => ({ anyOf: [wholeNumber(1).schema(definitions), { type: 'string', const: 'auto' }] }),
}

/** It has no member for the API key, which comes from the environment (TABLEREAD_API_KEY). */
const configRecord = record(
  'the config',
  {
    target: optional(
      text,
      'The service to talk to, for example https://api.example.com. Left out: the local service, embedded.',
    ),
    workflowTarget: optional(
      'workflow target',
      text,
      'The host of workflows and of the list of agents (their blueprints), where it is another one.',
    ),
    headers: optional(
      gatewayHeaders,
      'Headers that something before the service needs, such as a gateway: { x-gateway-key: "{{env.GATEWAY_KEY}}" }. They go to the service alone.',
    ),
    workspace: optional(
      withPlace(text),
      'The workspace of the embedded local service: a folder with workspace.yaml. Default: the demo workspace.',
    ),
    suites: optional(oneOrMore('paths', text), 'Suite files and folders of them. Default: suites.'),
    versions: optional(oneOrMore('versions', versionName), 'Agent versions to run against. Default: default.'),
    concurrency: optional(countOrAuto, 'How many conversations run at once, or auto. Default: 8.'),
    timeLimitMs: optional(
      'time limit',
      duration,
      'How long to wait for the answer to a turn. Default: 30 s, or as long as agents of the workspace may think.',
    ),
    maxTurns: optional(
      'max turns',
      wholeNumber(1),
      'The turn budget of a run: conversations that may take more than is left are not reached. Default: none.',
    ),
    maxTimeMs: optional(
      'max time',
      duration,
      'The time budget of a run: once it is spent, no turn begins, and the rest is not reached. Default: none.',
    ),
    maxTokensSpent: optional(
      'max tokens spent',
      wholeNumber(1),
      'The token budget of a run, input and output: once it is spent, no turn begins, and the rest is not reached. Default: none.',
    ),
    maxCost: optional(
      'max cost',
      aboveNothing,
      'The cost budget of a run, in the currency of the prices: once it is spent, no turn begins. Default: none.',
    ),
    prices: optional(
      dictionary('prices', priceShape),
      'What a million tokens of a model cost, where its workspace does not say it: { openai/gpt-5-mini: { input: 0.25, output: 2 } }.',
    ),
    models: optional(modelsShape, 'Models that judge, by the names that `judges` and criteria use.'),
    judges: optional(judgesShape, 'Who judges criteria, and when what they say counts.'),
    checks: optional(
      dictionary('checks', text),
      'Functions of your own, by the names that check: uses: { isPolite: ./checks.ts#isPolite }.',
    ),
    reporters: optional(
      oneOrMore('modules', exportPlace),
      'Functions of your own that are given each report, beside the one of --reporter: ./mine.ts, or ./mine.ts#brief.',
    ),
    stopAfterFailure: optional(
      'stop after failure',
      flag,
      'false: go on with the next turn after one that failed. Default: true.',
    ),
    reconcile: optional(
      flag,
      'false: do not fetch the stored session after the last turn to compare it. Default: true.',
    ),
    clock: optional(
      clockStart,
      'For suites that say nothing of it: each run of a conversation has a local service of its own, whose clock stands until it is advanced: true, or an instant to start at. Default: false.',
    ),
    quarantine: optional(text, 'A file of conversations that may fail for now, each with a reason.'),
    reviews: optional(text, 'The file of what was decided about differences between versions. Default: reviews.yaml.'),
    teeth: optional(text, 'A file of mutants that suites may let live, each with a reason. Default: teeth.yaml.'),
    history: optional(
      pathOrOff,
      'The SQLite file that keeps what became of each run, or false for none. Default: .tableread/history.sqlite.',
    ),
    journal: optional(
      pathOrOff,
      'The folder of the journals of unfinished runs, for --resume, or false for none. Default: .tableread/runs.',
    ),
    tapes: optional(text, 'The folder of tapes. Default: tapes.'),
    redact: optional(
      oneOrMore('patterns', pattern),
      'What is private in this project beside keys, addresses and numbers: no tape keeps a text that one of these matches.',
    ),
    ownedSinks: optional(
      'owned sinks',
      text,
      'A file of addresses of your own, which messages and calls on a live service may reach; with --allow-dispatch alone.',
    ),
    harmlessTools: optional(
      'harmless tools',
      oneOrMore('tools', text),
      'Tools that do no harm: agents of a live service are talked to only where all of their tools are listed here.',
    ),
    gate: optional(gateShape, 'What must hold for `tableread compare` to exit with 0.'),
    vary: optional(varyShape, 'What must hold for `tableread vary` to exit with 0, and what it varies with.'),
    everyTurn: optional(
      'every turn',
      turnExpectation,
      'Guardrails: hold on each turn of each conversation of each suite.',
    ),
    laws: optional(
      relaxations,
      "Transcript laws that do not hold in this project: the law's name and the reason; and grounded: on.",
    ),
    claims: optional(
      claims,
      'Words that say something is done, and the tool that has to have done it, in every suite: { /refund was issued/i: issue_refund }.',
    ),
  },
  sameHint(
    [...keyNames.split(' '), 'api key', 'b api key', 'other api key'],
    'a key does not belong in a file: set TABLEREAD_API_KEY in the environment, take it out here, and rotate it if this file was shared',
  ),
)

export const configShape = withCheck(configRecord, (read, reading) => {
  const entries = Object.fromEntries((read.models ?? []).map(({ name, value }) => [name, settingsOf(value)]))
  for (const { value: use, at } of read.judges?.by ?? []) {
    const model = findModel({ use }, entries)
    if (!model.ok) refuse(reading, 'unknown-model', at, model.reason, model.hint)
  }
  return read
})
