import { existsSync, readFileSync } from 'node:fs'
import type { JsonValue } from '../../src/base/json/json.ts'
import { called, gave, said } from '../../src/engine/transcript/entries.fixture.ts'
import { createGround, type Ground, type UngroundedFact } from '../../src/engine/transcript/ground.ts'
import type { TranscriptEntry } from '../../src/wire/api/transcript-entry.ts'
import type { Dialogue } from './dialogue.ts'

/** A dialogue of a corpus in the form that the law `grounded` judges. */
export interface HeardDialogue {
  corpus: string
  id: string
  turns: TranscriptEntry[][]
  /** What its agent was told beforehand, as far as the corpus includes it. */
  prompt: JsonValue[]
}

/** When the talks of a corpus took place, if the corpus says so; STAR has a time for each message. */
const clocks: Readonly<Record<string, string>> = {
  sgd: '2019-03-01T12:00:00.000Z',
  'tau-bench': '2024-05-15T20:00:00.000Z',
  'tau2-bench': '2024-05-15T20:00:00.000Z',
}

/** The policies given to the agents of the tau corpora. */
const policies: Readonly<Record<string, string>> = {
  'tau-bench/airline': 'tau-bench-gpt-4o-airline-historical.md',
  'tau2-bench/airline': 'tau2-airline-results-b02b509.md',
  'tau2-bench/retail': 'tau2-retail-results-b02b509.md',
  'tau2-bench/telecom': 'tau2-telecom-results-b02b509.md',
}

/** Turns a dialogue into the entries that a service would have stored. */
export function hearable(corpus: string, dialogue: Dialogue, policyAt: (name: string) => string): HeardDialogue {
  const { domain, tools } = dialogue as Dialogue & { domain?: string; tools?: JsonValue }
  const file = policies[`${corpus}/${domain}`]
  const path = file === undefined ? undefined : policyAt(file)
  return {
    corpus,
    id: dialogue.id,
    turns: dialogue.turns.map((turn, index) => entriesOf(corpus, turn, index)),
    prompt: [
      ...(path !== undefined && existsSync(path) ? [readFileSync(path, 'utf8')] : []),
      ...(tools === undefined ? [] : [tools]),
    ],
  }
}

function entriesOf(corpus: string, turn: Dialogue['turns'][number], index: number): TranscriptEntry[] {
  const { user, calls, assistant, assistant_messages: several, sequence } = turn
  const { at } = turn as { at?: { user?: number[]; assistant?: number[] } }
  const seconds = at?.user?.[0] ?? at?.assistant?.[0]
  const timestamp = seconds === undefined ? (clocks[corpus] ?? '') : new Date(seconds * 1000).toISOString()
  const replies = [...(several ?? (assistant === undefined ? [] : [assistant]))]
  const waiting = calls.map((call, place) => {
    const id = `${index}-${place}`
    const output = typeof call.output === 'string' ? call.output : JSON.stringify(call.output ?? null)
    return [called(call.name, id, call.arguments), gave(call.name, id, output, { is_error: call.is_error === true })]
  })
  const order = sequence ?? ['user', ...calls.map(() => 'call' as const), ...replies.map(() => 'assistant' as const)]
  const entries = order.flatMap((part): TranscriptEntry[] => {
    if (part === 'user') return user === undefined ? [] : [said('user', user)]
    if (part === 'call') return waiting.shift() ?? []
    const reply = replies.shift()
    return reply === undefined ? [] : [said('assistant', reply)]
  })
  const rest = [...waiting.flat(), ...replies.map((reply) => said('assistant', reply))]
  return [...entries, ...rest].map((entry) => ({ ...entry, timestamp }) as TranscriptEntry)
}

/** What the law finds in each turn of a dialogue. */
export function ungroundedIn(dialogue: Heard): UngroundedFact[][] {
  const ground = groundOf(dialogue)
  return dialogue.turns.map((entries, index) => {
    ground.hear({ name: `turn ${index + 1}`, entries })
    return ground.ungrounded()
  })
}

/** The same for one turn: earlier replies are read, but not judged. */
export function ungroundedAt(dialogue: Heard, turn: number): UngroundedFact[] {
  const ground = groundOf(dialogue)
  for (const [index, entries] of dialogue.turns.slice(0, turn + 1).entries())
    ground.hear({ name: `turn ${index + 1}`, entries })
  return ground.ungrounded()
}

type Heard = Pick<HeardDialogue, 'turns' | 'prompt'>

function groundOf({ prompt }: Heard): Ground {
  return createGround({ known: prompt.map((value) => ({ where: 'the prompt', value })) })
}
