import type { Script } from '../language/script.ts'
import type { Problem } from '../yaml/problem.ts'

/** Warns of every `only: true`: it is for work at a desk, and committed it hides every other conversation. */
export function checkOnly(scripts: readonly Script[]): Problem[] {
  return scripts.flatMap(({ file, conversations }) =>
    conversations.flatMap(({ only, name }): Problem[] =>
      only?.value !== true
        ? []
        : [
            {
              code: 'only-left-in',
              severity: 'warning',
              file,
              at: only.at,
              message: `"only: true" leaves out every conversation but "${name.value}" and others marked so`,
              hint: 'take it out before it is committed: where CI is set, a run refuses it',
            },
          ],
    ),
  )
}
