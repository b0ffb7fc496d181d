import { duration } from '../../suite/language/matchers/duration.ts'
import { oneOrMore } from '../../suite/yaml/collections.ts'
import { optional, record, sameHint } from '../../suite/yaml/record.ts'
import { text, wholeNumber, withPlace, word } from '../../suite/yaml/scalar.ts'
import type { ReadOf } from '../../suite/yaml/shape.ts'
import { pathOrOff, percent } from './config-values.ts'

/** Who judges, and under which conditions their findings count. */
export interface JudgeSettings extends Required<Omit<JudgesConfig, 'maxCalls' | 'by'>> {
  by: string[]
  /** How many questions a run may ask; null means no limit. */
  maxCalls: number | null
}

export const judgeDefaults: JudgeSettings = {
  by: [],
  votes: 1,
  licences: 'judges.licences.yaml',
  atLeast: 0.9,
  probes: 0.15,
  unlicensed: 'advice',
  concurrency: 4,
  timeLimitMs: 30_000,
  maxCalls: null,
  cache: '.tableread/judgements',
}

export const judgesShape = record(
  'judges',
  {
    by: optional(oneOrMore('models', withPlace(text)), 'The model that judges, or several: a panel.'),
    votes: optional(wholeNumber(1), 'How often each model is asked. Default: 1.'),
    licences: optional(text, 'The file of licences. Default: judges.licences.yaml.'),
    atLeast: optional(
      'at least',
      percent(1),
      'What the lower ends of the 95 % intervals of both rates must reach. Default: 90 %.',
    ),
    probes: optional(percent(1), 'How often a probe may move a judge at most. Default: 15 %.'),
    unlicensed: optional(word(['advice', 'count']), 'count: judges without a licence count as well. Default: advice.'),
    concurrency: optional(wholeNumber(1), 'How many questions are under way at once. Default: 4.'),
    timeLimitMs: optional('time limit', duration, 'How long to wait for one answer. Default: 30 s.'),
    maxCalls: optional('max calls', wholeNumber(1), 'How many questions a run may ask. Default: no limit.'),
    cache: optional(
      pathOrOff,
      'The folder that keeps what judges answered, or false for none. Default: .tableread/judgements.',
    ),
  },
  sameHint(['model', 'models', 'use', 'provider'], 'write by:, with the name of an entry of models:'),
)

/** `judges:` as a config writes it; missing members take the defaults of `judgeDefaults`. */
export interface JudgesConfig extends Omit<ReadOf<typeof judgesShape>, 'at'> {}
