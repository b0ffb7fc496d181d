import type { Note } from '../draft/note.ts'
import type { Convo } from './convo.ts'
import type { Library } from './library.ts'
import { readStep, type Step } from './read-step.ts'

/** The steps of a convo, those of partial convos where it includes them. */
export function includePartials(convo: Convo, library: Library, lost: Note[]): Step[] {
  return stepsOf(convo, library, lost, [convo.name], convo.origin.file)
}

function stepsOf(convo: Convo, library: Library, lost: Note[], open: readonly string[], file: string): Step[] {
  const steps = convo.steps.map((step) => readStep(step, (line) => library.utterances.has(line)))
  return steps.flatMap((step) => {
    const includes = step.calls.filter(({ name }) => name === 'INCLUDE')
    const names = [
      ...includes.flatMap(({ args }) => args),
      ...(step.sender === 'include' ? (step.text?.split('\n') ?? []) : []),
    ]
    const own =
      step.sender === 'include' ? [] : [{ ...step, calls: step.calls.filter((call) => !includes.includes(call)) }]
    const included = names.flatMap((name) => {
      const partial = library.partials.get(name)
      const why =
        partial === undefined
          ? `these files have no partial convo of this name`
          : open.includes(name) || open.length > 20
            ? 'it includes itself'
            : null
      if (partial === undefined || why !== null) {
        lost.push({ origin: includes[0]?.origin ?? step.origin, kind: 'lost', what: `INCLUDE ${name}`, why: why ?? '' })
        return []
      }
      library.used.set(partial.origin.file, file)
      return stepsOf(partial, library, lost, [...open, name], file)
    })
    return [...own, ...included]
  })
}
