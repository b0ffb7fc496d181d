import { stringify } from 'yaml'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import { type AppendedText, appendItem } from '../../suite/yaml/append-item.ts'
import type { LabelledTurn } from './label-shape.ts'

export interface NewExample {
  criterion: string
  variables: Record<string, string>
  looksAt: 'turn' | 'conversation'
  verdict: JudgeFinding
  by: string | null
  /** The turns themselves, or where they are: a file, relative to the label file. */
  source: { turns: LabelledTurn[] } | { result: string; conversation: string; turn: number | null }
}

/** Adds an example to a label file, or says why not; all other lines stay. `text` null makes a new file. */
export function appendExample(
  text: string | null,
  { name, schema }: { name: string; schema: string },
  example: NewExample,
): AppendedText {
  const lines = writeExample(example)
  const item = lines.map((line) => `  ${line}\n`).join('')
  if (text === null) {
    const modeline = `# yaml-language-server: $schema=${schema}`
    return { ok: true, line: 4, text: `${modeline}\nlabels: ${JSON.stringify(name)}\nexamples:\n${item}` }
  }
  const empty = /\nexamples: \[\]\n$/
  if (empty.test(text)) {
    const head = text.replace(empty, '\nexamples:\n')
    return { ok: true, line: head.split('\n').length, text: `${head}${item}` }
  }
  return appendItem(text, 'examples', lines, false)
}

function writeExample({ criterion, variables, looksAt, verdict, by, source }: NewExample): string[] {
  const example = {
    verdict,
    criterion,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    'looks at': looksAt,
    ...(by === null ? {} : { by }),
    ...('turns' in source
      ? { turns: source.turns.map(writeTurn) }
      : { transcript: { ...source, turn: source.turn ?? undefined } }),
  }
  const text = stringify([example], { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
  return text.trimEnd().split('\n')
}

function writeTurn({ inOrder, agent, ...rest }: LabelledTurn): object {
  const speaker = agent === undefined ? {} : { agent: agent.length === 1 ? agent[0] : agent }
  return { ...rest, ...speaker, ...(inOrder === undefined ? {} : { 'in order': inOrder.map(writeTurn) }) }
}
