import { nodeFromCode } from '../../suite/builder/node-from-code.ts'
import { variablePattern } from '../../suite/language/fill-text.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { type Reading, refuse, type Shape } from '../../suite/yaml/shape.ts'

const here: Place = { line: 1, column: 1, length: 1 }

/**
 * Reads what a matcher is to expect by the shape of the suite language, so that a typo is never an expectation that
 * holds for nothing. A `{{variable}}` has no value here and is refused.
 * @throws TypeError with every problem, in the words that a suite file gets
 */
export function readCondition<T>(shape: Shape<T>, given: unknown, matcher: string): T {
  const reading: Reading = { file: matcher, problems: [] }
  const read = shape.read(nodeFromCode(given, here, reading, matcher), reading)
  for (const [whole] of (JSON.stringify(given) ?? '').matchAll(variablePattern))
    refuse(
      reading,
      'unknown-variable',
      here,
      `nothing gives ${whole} a value here`,
      'write the value itself: `${value}`',
    )
  if (read !== undefined && reading.problems.length === 0) return read
  const lines = reading.problems.map(
    ({ message, code, hint }) => `${message} [${code}]${hint === undefined ? '' : `\n  ${hint}`}`,
  )
  throw new TypeError([`${matcher} cannot be judged`, ...lines].join('\n'))
}
