import type { JsonObject } from '../../base/json/json.ts'
import { turnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { type TurnView, viewTurn } from '../transcript/turn-view.ts'
import { evaluateTurn } from './evaluate-turn.ts'
import type { Outcome, TurnFacts } from './outcome/outcome.ts'
import { readPiece } from './read-expectation.fixture.ts'

type Entry = TurnView['entries'][number]

/** Judges the agent's entries after a user's message against an expectation written as in a suite. */
export function judgeTurn(yaml: string, entries: Entry[], more: Partial<TurnFacts> = {}): Outcome[] {
  const view = viewTurn([said('user', 'hi'), ...entries])
  return evaluateTurn(readPiece(turnExpectation, yaml), { view, turnMs: 100, refusal: null, ...more })
}

/** Like `judgeTurn`, but only the verdicts. */
export function verdicts(yaml: string, entries: Entry[], more: Partial<TurnFacts> = {}): string[] {
  return judgeTurn(yaml, entries, more).map(({ verdict }) => verdict)
}

/** A call with its output. */
export function ran(
  name: string,
  args: JsonObject = {},
  output = '{"ok":true}',
  more: Parameters<typeof gave>[3] = {},
): Entry[] {
  const phase = more.phase === undefined ? 'during' : more.phase
  return [called(name, name, args, phase), gave(name, name, output, { phase, ...more })]
}
