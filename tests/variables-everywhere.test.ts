// @module-tag stress
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../src/base/json/json.ts'
import type { Conversation } from '../src/suite/language/script/conversation.ts'
import { fillVariables } from '../src/suite/language/script/fill-variables.ts'
import { parseScript } from '../src/suite/language/script/parse.ts'
import { type Script, suiteSchema } from '../src/suite/language/script/script.ts'
import { planScript } from '../src/suite/plan/plan.ts'
import { type TextPlace, textPlaces } from './variables/text-places.ts'

/** Texts of which at least one is valid at every place that accepts a text. */
const sound: JsonValue[] = [
  'text',
  'https://files.example/photo.jpg',
  '3 s',
  '2026-03-01',
  '/x/',
  'none',
  'during',
  'calls.find.output.id',
  'integer',
  'de',
  'empty',
  'met',
  'conversation',
  'when asked',
  'wrong digit',
  3,
  1,
  0,
  true,
  null,
]

const open = () => ({ file: 'included.yaml', content: 'variables: { other: x }\n' })
const read = (place: TextPlace, text: JsonValue) => parseScript(JSON.stringify(place.suite(text)), 's.yaml', open)

/** Everything that a run sends and checks answers against, with variables filled in as a run does it. */
function filled(script: Script): string {
  const plans = planScript(script, {
    versions: ['default'],
    versionsGiven: false,
    timeLimitMs: 1,
    stopAfterFailure: true,
  })
  return JSON.stringify(
    plans.map(({ conversation, written: _, relaxed: __, problems: ___, ...plan }) => {
      const { history, before, turns, simulatedUser, after, session, ...others } = conversation
      const {
        agent: a,
        agentVersion: b,
        metadata: c,
        customer: d,
        variables: e,
        everyTurn: f,
        ...kept
      }: Partial<Conversation> = others
      return [
        plan,
        kept,
        fillVariables({ history, before, turns, simulatedUser, after, session }, plan.variables, plan.numerals),
      ]
    }),
    // Criteria also keep their unfilled text, because a licence is given for that.
    (key, value: unknown) => (key === 'why' || key === 'asWritten' ? undefined : value),
  )
}

const places = textPlaces(suiteSchema())

/** Places where a text alone cannot make a valid suite, and why. */
const closed: [RegExp, string][] = [
  [/> done when > calls$/, 'none would hold before anything was said'],
  [/> gives up when > error$/, 'a simulated user sees no refusal'],
  [/(?:before|after)\[\] > (?:requires|expect)/, 'what comes before and after is not judged'],
  [/> ignore(?: case| spaces|\[\])?$/, 'an option alone expects nothing'],
  [/> reply > (?:equals|exactly|fields) > \(\w+\)$/, 'a text has no members'],
  [
    /> reply > (?:each|type|at (?:least|most)|(?:more|less) than|(?:between|in any order)\[\])$/,
    'a text is no list and no number',
  ],
  [/> (?:reply > content|arguments|outbox|queue|attempts)$/, 'there is always a list or an object'],
  [/templates > \(\w+\)\[\]$/, 'a turn is no text'],
  [/> agent starts$/, 'only the first turn has it'],
  [/calls > reference\[\]$/, 'reference alone expects nothing'],
  [/> claims > \((?:a|at|any)\)/, 'a claim is a pattern between slashes, and takes no variable'],
  [/\[\] > capture > \(\w+\) > \(\w+\)$/, 'the key is a path, which these names are not'],
  [/\[\] > (?:use$|with >)/, 'it takes the name of a template and nothing beside'],
  [/> history > from$/, 'the file of a session is no included file'],
  [/> parameters > (?:from|rows)$/, 'a file of rows is a .csv, .tsv, .json or .jsonl'],
  [/schema > \((?:a|at|name|any)\)$/, 'a JSON Schema has keywords of its own'],
]

describe('a {{name}} in every place of the language', () => {
  it('finds the places', () => {
    expect(places.length).toBeGreaterThan(300)
  })

  it('has a sound text there, so that what follows says something', { tags: 'stress' }, () => {
    const lostPaths = places.filter((place) => !sound.some((text) => read(place, text).ok)).map(({ path }) => path)
    expect(lostPaths.filter((path) => !closed.some(([pattern]) => pattern.test(path)))).toEqual([])
  })

  it.each(['{{nowhere}}', 'some {{nowhere}} more'])('is refused where nothing gives it: %s', (text) => {
    const openPaths = places.filter((place) => read(place, text).ok).map(({ path }) => path)
    expect(openPaths).toEqual([])
  })

  it.each(['{{v}}', 'some {{v}} more'])(
    'is filled in or refused where something gives it: %s',
    { tags: 'stress' },
    (text) => {
      const restPaths: string[] = []
      const counts = { filled: 0, refused: 0 }
      for (const place of places) {
        const parsed = read(place, text)
        counts[parsed.ok ? 'filled' : 'refused'] += 1
        if (parsed.ok && /\{\{\s*v\s*\}\}/.test(filled(parsed.script))) restPaths.push(place.path)
      }
      expect(restPaths).toEqual([])
      expect(counts.filled).toBeGreaterThan(100)
      expect(counts.refused).toBeGreaterThan(50)
    },
  )
})
