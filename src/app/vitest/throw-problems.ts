import { errorAt } from './error-at.ts'
import type { BrokenFile } from './suite-data.ts'

/** Fails the import of a broken suite, with an error on the line of each problem. @throws AggregateError always */
export function throwProblems({ path, problems }: BrokenFile): never {
  throw new AggregateError(
    problems.map(({ message, code, hint, at }) =>
      errorAt({
        name: 'Broken',
        message: `${message} [${code}]${hint === undefined ? '' : `\n  ${hint}`}`,
        label: 'suite',
        path,
        at,
      }),
    ),
    'the suite is broken',
  )
}
