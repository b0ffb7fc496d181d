import { hashJson } from '../../base/hash-json.ts'
import type { Licence } from './licence.ts'

/** The format of the file; it changes when an older Tableread could not read it correctly. */
export const licenceFormat = 1

/** A licence as its file has it, in the order of its lines, but for the digest. */
export function contentOf(licence: Licence): object {
  const { criterion, looksAt, judge, models, votes, question, given, met, notMet, probes, labels } = licence
  return {
    criterion,
    'looks at': looksAt,
    judge,
    models: models.map(({ name, use, settings }) => ({ name, use, settings })),
    votes,
    question,
    given,
    met: { right: met.right, of: met.of },
    'not met': { right: notMet.right, of: notMet.of },
    probes: Object.fromEntries(probes.map(({ name, moves: { moved, of } }) => [name, { moved, of }])),
    labels: labels.map(({ file, examples }) => ({ file, examples })),
  }
}

/**
 * Sixteen hexadecimal digits for everything that a licence says, its format among them. A licence that an editor, a merge or a
 * careless script changed does not fit its digest any more. It is no signature: whoever recomputes it on purpose can.
 */
export function digestOf(licence: Licence): string {
  return hashJson({ format: licenceFormat, licence: contentOf(licence) })
}
