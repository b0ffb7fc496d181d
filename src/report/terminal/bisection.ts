import type { BisectEvent } from '../../compare/bisect/perform-bisection.ts'
import { isCommit, nameVersion } from '../../compare/bisect/write-sentence.ts'
import { sharedId } from '../../engine/verdict/conversation-result.ts'
import { paintedText } from '../document/door.ts'
import { said, toned } from '../document/words.ts'
import type { Paint } from '../text/paint.ts'

/** Consecutive attempts at one conversation and one version. */
interface Series {
  version: string
  passed: number
  judged: number
  note: string | null
}

/** A line for each version once the search leaves it: `version 7: 0 of 3 passed`, with its conversation if several. */
export function reportBisectProgress(
  write: (text: string) => void,
  several: boolean,
  paint: Paint,
): (event: BisectEvent) => void {
  const current = new Map<string, Series>()
  const print = (name: string, { version, passed, judged, note }: Series): void => {
    const passNote = judged === 0 ? '' : `${passed} of ${judged} passed`
    const summary = [passNote, note ?? ''].filter((each) => each !== '').join(', ')
    const head = [' ', several ? [said(name), '  '] : '', toned('dim', [said(nameVersion(version)), ':'])]
    write(`${paintedText([...head, ' ', said(summary)], paint)}\n`)
  }
  const moveOn = (id: string, name: string): void => {
    const series = current.get(id)
    if (series !== undefined) print(name, series)
    current.delete(id)
  }
  return (event) => {
    if (event.kind === 'conversation done') {
      moveOn(event.conversation.id, event.conversation.name)
      return
    }
    const id = sharedId(event.plan)
    if (current.get(id)?.version !== event.version) moveOn(id, event.plan.conversation.name.value)
    current.set(id, addTo(current.get(id), event))
  }
}

function addTo(series: Series | undefined, event: Extract<BisectEvent, { kind: 'attempt' }>): Series {
  const { passed = 0, judged = 0, note = null } = series ?? {}
  const { observation, version } = event
  switch (observation.kind) {
    case 'passed':
      return { version, passed: passed + 1, judged: judged + 1, note }
    case 'failed':
      return { version, passed, judged: judged + 1, note: note ?? observation.reason }
    case 'missing':
      return {
        version,
        passed,
        judged,
        note: isCommit(version) ? `cannot be played: ${observation.reason}` : 'does not exist',
      }
    case 'errored':
      return { version, passed, judged, note: 'could not be judged' }
    default:
      return { version, passed, judged, note: observation.kind }
  }
}
