import { type Command, Help, type Option } from 'commander'
import { askMeant, didYouMean, isTypo, meantBy } from '../../base/text/suggest.ts'
import { listSome } from '../../base/text/wording.ts'
import { exitCodes } from './exit-codes.ts'

/** What each verb answers, in the words of somebody who has not read the docs, by what one is about to do. */
export const verbGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Every day': {
    run: 'do the conversations go as the suites say?',
    compare: 'is this draft safe to publish?',
    review: 'decide about each change that a comparison found',
    chat: 'talk with an agent, and keep the talk as a test',
    lint: 'are the suites sound? nothing is sent',
    list: 'which conversations would run?',
    init: 'start a project: suite, agent, config, pipeline',
  },
  'Look back': {
    history: 'how did conversations fare, and which are flaky?',
    report: 'write a report of an earlier result',
    bisect: 'which version broke it?',
    'watch-service': 'did somebody publish something that is worse?',
    snapshots: 'did anything change since it was last approved?',
  },
  'Bring in': {
    import: 'draft suites from past sessions, traces or other tools',
    pull: 'rehearse the agent of a service at home',
    score: 'do past sessions keep to the guardrails?',
  },
  Strengthen: {
    suggest: 'what is not tested yet? drafts for it',
    prove: 'is each conversation steady, and worth having?',
    teeth: 'would your suites notice an agent that got worse?',
    vary: 'does it still work as other people would type it?',
    attack: 'can it be talked into harm?',
    judge: 'may a model judge? license it with examples',
    contract: 'does the service keep the rules of its interface?',
  },
  Serve: {
    'serve, demo': 'the local service with your agents; three demo drafts caught',
    mcp: 'give coding agents these verbs as tools',
    schema: 'schemas of suites and results, for editors and programs',
    completion: 'complete verbs and flags in bash, zsh or fish',
  },
  'At scale': {
    merge: 'put the results of several machines together',
    'record, replay': 'keep what a service answers on tapes, and run without it',
    'work, queue': 'run conversations from a queue, and look after it',
  },
}

export const verbExamples: Readonly<Record<string, readonly string[]>> = {
  run: ['tableread run suites/orders.yaml:12 -v draft'],
  compare: ['tableread compare default draft --json result.json'],
  review: ['tableread review result.json', 'tableread review result.json --approve ID --why "it is meant"'],
  chat: ['tableread chat my-desk'],
  lint: ['tableread lint --fix'],
  list: ['tableread list --tags smoke'],
  init: ['tableread init --yes --kind function --ci none'],
  report: ['tableread report result.json --html report.html'],
  bisect: ['tableread bisect suites/orders.yaml:12 -g 3 -b draft'],
  import: ['tableread import sessions.jsonl -o suites/real.yaml'],
  prove: ['tableread prove suites/orders.yaml --runs 10'],
  teeth: ['tableread teeth suites/orders.yaml --min-score 80'],
}

/** Words of other tools, and what does here what they do there. */
const otherVerbs: Readonly<Record<string, string>> = {
  ...wordsFor('tableread run', 'test', 'tests', 'eval', 'evaluate', 'exec', 'execute', 'start'),
  ...wordsFor(
    'tableread report RESULT, to read a result that was kept, or tableread review RESULT, to decide about it',
    ...['view', 'show', 'open', 'ui', 'results'],
  ),
  ...wordsFor('tableread review RESULT --approve ID --why "…"', 'approve', 'accept'),
  ...wordsFor('tableread review RESULT --reject ID --why "…"', 'reject'),
  ...wordsFor('tableread lint', 'check', 'validate', 'verify'),
  ...wordsFor('tableread compare', 'diff', 'gate'),
  ...wordsFor('tableread init', 'new', 'create', 'setup', 'add'),
  ...wordsFor('tableread run --watch', 'watch', 'dev'),
  ...wordsFor('tableread suggest', 'generate', 'gen', 'coverage'),
  ...wordsFor('tableread attack', 'redteam', 'red-team'),
  ...wordsFor('tableread import', 'convert', 'migrate'),
  ...wordsFor('tableread snapshots', 'snapshot', 'update'),
  ...wordsFor('tableread --help', 'help', 'docs'),
  ...wordsFor('tableread --version', 'version'),
  publish:
    'Tableread publishes nothing: publish on your service; for a local agent, edit its file (docs/local-service.md, Publish a draft)',
}

function wordsFor(suggestion: string, ...words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, `did you mean ${suggestion}?`]))
}

/** Flags of other tools, and the one that does here what they do there, in a verb that has it. */
const otherFlags: Readonly<Record<string, readonly string[]>> = {
  '--name': ['-n', '--grep', '-g', '-k', '--filter', '--filter-pattern', '--test-name-pattern'],
  '--concurrency': ['-j', '--max-concurrency', '--workers', '--parallel'],
  '--json': ['-o', '--output'],
  '--agent-version': ['--draft', '--version-id'],
}

/** What to write instead of an option that a verb has not: what another tool calls so, who takes it, or all that are as near. */
export function insteadOfFlag(flag: string, { options }: Command, verbs: readonly Command[]): string | undefined {
  const [suggestion] = Object.entries(otherFlags).find(([, others]) => others.includes(flag)) ?? []
  const option = options.find(({ long }) => long === suggestion)
  return option === undefined ? (elsewhere(flag, verbs) ?? nearFlag(flag, options)) : askMeant(option.flags)
}

/** That other verbs take an option, where one has not; undefined if none does. */
function elsewhere(flag: string, verbs: readonly Command[]): string | undefined {
  const taking = verbs.filter(({ options }) => options.some(({ long, hidden }) => long === flag && !hidden))
  return taking.length === 0
    ? undefined
    : `${listSome(
        taking.map((verb) => verb.name()),
        3,
      )} ${taking.length === 1 ? 'takes' : 'take'} it`
}

/** The option that a verb refuses with a reason, if a misspelt one is nearer to it than to those that the verb takes. */
export function refusedBy(flag: string, options: readonly Option[]): Option | undefined {
  const near = meantBy(nearFlag(flag, options, true) ?? '')
  return near === null || !isTypo(flag, near) ? undefined : options.find(({ long, hidden }) => hidden && long === near)
}

function nearFlag(flag: string, options: readonly Option[], withRefused = false): string | undefined {
  const names = options.flatMap(({ long, hidden }) => (long && (withRefused || !hidden) ? [long.slice(2)] : []))
  return flag.startsWith('--') ? didYouMean(flag.slice(2), names, (each) => `--${each}`) : undefined
}

/** What to write instead of a word that is no verb, where another tool has it; undefined if none is known to. */
export const insteadOf = (word: string): string | undefined =>
  Object.hasOwn(otherVerbs, word) ? otherVerbs[word] : undefined

/** What a command's help leaves out until `--all` is given. */
const rareOptions = new WeakSet<Option>()
export const hideUntilAll = (option: Option): void => void rareOptions.add(option)

const isForAll = (): boolean => process.argv.includes('--all')
const environment =
  'Environment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY name proxies, NODE_EXTRA_CA_CERTS an authority to trust.'

/** Help that begins with what people use every day: verbs by groups, and flags without the rare ones. */
export class EverydayHelp extends Help {
  /** Without those that are rare. */
  override visibleOptions(command: Command): Option[] {
    return super.visibleOptions(command).filter((option) => isForAll() || !rareOptions.has(option))
  }
  /** The description of an option, without the presets that commander adds. */
  override optionDescription(option: Option): string {
    return super.optionDescription(option).replace(/ \(preset: [^)]*\)$|, preset: [^,)]*/, '')
  }
  override formatHelp(command: Command, helper: Help): string {
    if (command.parent === null) return rootHelp()
    const rareCount = command.options.filter((option) => !option.hidden && rareOptions.has(option)).length
    const words = [command.parent.parent === null ? [] : command.parent.name(), command.name()].flat().join(' ')
    const more =
      rareCount === 0
        ? ''
        : `\nAnd ${rareCount} more ${rareCount === 1 ? 'flag' : 'flags'}: tableread ${words} --help --all\n`
    const codes = Object.entries(exitCodes[words] ?? {}).map(([code, meaning]) => `  ${code}  ${meaning}\n`)
    const exits = codes.length === 0 ? '' : `\nExit codes:\n${codes.join('')}`
    const examples = (verbExamples[words] ?? []).map((example) => `  ${example}\n`)
    const exampleText = examples.length === 0 ? '' : `\nExamples:\n${examples.join('')}`
    return `${super.formatHelp(command, helper)}${exampleText}${exits}${isForAll() ? `\n${environment}\n` : more}`
  }
}

function rootHelp(): string {
  const rows = Object.entries(verbGroups).flatMap(([head, verbs]) => [
    `${head}:`,
    ...Object.entries(verbs).map(([verb, answer]) => `  ${verb.padEnd(16)}${answer}`),
  ])
  const usage = 'Usage: tableread VERB [options]   (tableread VERB --help shows what a verb takes)'
  return [usage, '', ...rows, '', environment, ''].join('\n')
}
