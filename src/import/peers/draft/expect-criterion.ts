import type { JsonValue } from '../../../base/json/json.ts'
import { judgeExpectation } from '../../../suite/language/expectations/judge-expectation.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import type { Reading } from '../../../suite/yaml/shape.ts'
import type { DraftTurn } from './draft.ts'

export const judgedHere =
  'a model of your config judges it, met or not met, and its word is advice until it has a licence: tableread lint says what to sharpen'

/** Expects a judge to find a sentence true of a turn, once. Null, or why no criterion can be made of it. */
export function expectCriterion(
  turn: DraftTurn,
  sentence: string,
  { opposed, whole }: { opposed?: boolean; whole?: boolean } = {},
): string | null {
  const criterion = sentence.replace(/\s+/g, ' ').trim()
  if (criterion === '') return 'it has no value'
  const item: JsonValue =
    opposed === true || whole === true
      ? {
          criterion,
          ...(opposed === true ? { expect: 'not met' } : {}),
          ...(whole === true ? { 'looks at': 'conversation' } : {}),
        }
      : criterion
  const alone = problemOf([item])
  if (alone !== null) return alone
  if (turn.judge.some((each) => JSON.stringify(each) === JSON.stringify(item))) return null
  const beside = problemOf([...turn.judge, item])
  if (beside !== null) return `beside another criterion: ${beside}`
  turn.judge.push(item)
  return null
}

/** The problem of a list of criteria; null where it is valid. */
function problemOf(items: readonly JsonValue[]): string | null {
  const yaml = readYaml(JSON.stringify(items), '')
  if (!yaml.ok) return yaml.problems[0]?.message ?? 'it cannot be read'
  const reading: Reading = { file: '', problems: [] }
  judgeExpectation.read(yaml.root, reading)
  return reading.problems[0]?.message ?? null
}
