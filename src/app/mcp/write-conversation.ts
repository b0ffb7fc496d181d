import { existsSync, lstatSync } from 'node:fs'
import { z } from 'zod'
import { lookAt, markOf, readBytes, readText } from '../../base/files/files.ts'
import { writeWhole } from '../../base/files/write-whole.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { count } from '../../base/text/wording.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { appendItem } from '../../suite/yaml/append-item.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { UsageError } from '../edge/usage-error.ts'
import { openBeside } from '../suites/read-suites.ts'
import { lintAgents } from '../target/lint-agents.ts'
import { lintText } from '../target/lint-suites.ts'
import type { Desk } from './desk.ts'
import { presentProblem, problemShape } from './find-problems.ts'
import { carryOut, ranShape, runAnswer } from './run-suites.ts'
import { insistInside, suitePlace } from './suite-place.ts'
import { acting, defineTool, type ServerTool, type ToolAnswer, toldAs } from './tool.ts'

const output = z.strictObject({
  written: z.boolean(),
  at: z
    .string()
    .nullable()
    .describe('"file:line" of the conversation that was written, or of the first of a new suite.'),
  problems: z.array(problemShape).describe('Where nothing was written, why; otherwise warnings.'),
  run: ranShape.nullable(),
})

export const writeConversation: ServerTool = defineTool({
  name: 'write_conversation',
  title: 'Write a conversation into a suite',
  description: `Add a test: a whole new suite file (mode "create"), or one conversation at the end of a suite that is there (mode "append"). The text is checked first as lint_suites does; where it has an error, nothing is written and the problems are told. What is there already is never changed or overwritten. With "run" it is run at once. The language is explained by tableread://docs/language, its JSON Schema is tableread://schema/suite. A suite:

suite: Order desk
agent: order-desk
conversations:
  - name: asks where an order is
    turns:
      - user: Where is my order 1042?
        expect:
          calls: [{ lookup_order: { with: { order_id: "1042" } } }]
          reply: { contains: shipped }`,
  input: z.strictObject({
    file: z.string().min(1).max(500).describe('The suite file below the project folder, such as suites/orders.yaml.'),
    mode: z.enum(['create', 'append']),
    text: z
      .string()
      .min(1)
      .max(200_000)
      .describe('YAML: with "create" the whole suite; with "append" one conversation, from "name:" or "- name:" on.'),
    run: z.boolean().default(false).describe('Run what was written, too.'),
    version: z.string().min(1).max(200).optional().describe('With "run": the version of the agent.'),
  }),
  output,
  hints: acting,
  call: ({ file, mode, text, run, version }, call) =>
    call.desk.inTurn(call.signal, async () => {
      const { desk } = call
      const path = suitePlace(file, desk.folder)
      const addition = redactKeys(text.replace(/\r\n?/g, '\n'))
      const drafted = mode === 'create' ? draftNew(path, file, addition) : draftAppended(path, file, addition)
      const { problems, line } = await check({ path, drafted }, desk)
      const errors = problems.filter(({ severity }) => severity === undefined)
      if (errors.length > 0) return refusal(problems, drafted.content, drafted.shownAs)
      writeWhole(path, drafted.mark + drafted.content, {
        lasting: true,
        verbatim: true,
        insistReplaceable() {
          insistInside(path, file, desk.folder)
          insistUnchanged(path, drafted)
        },
      })
      insistInside(path, file, desk.folder) // a folder on the way may have become a link since
      const at = `${drafted.shownAs}:${line}`
      const warnings = problems.map((problem) => formatProblem(problem, drafted.content))
      const notes = [`wrote ${at}`, ...warnings]
      const data = { written: true, at, problems: problems.map(presentProblem) }
      if (!run) return toldAs(notes, { ...data, run: null })
      const request = {
        paths: [mode === 'create' ? drafted.shownAs : at],
        ...(version === undefined ? {} : { versions: [version] }),
      }
      const ran = runAnswer(await carryOut(request, call), call, 0, 20)
      return toldAs([...notes, ran.text], { ...data, run: ran.data }, { isWrong: ran.isError === true })
    }),
})

/** The new text of a suite, with what the file must still hold when it is written. */
interface Drafted {
  /** The path as messages show it. */
  shownAs: string
  content: string
  /** The byte order mark of the file, which is kept. */
  mark: string
  /** What the file holds; null if it must not exist. */
  before: Buffer | null
  /** The line of the conversation; null: that of the first one. */
  line: number | null
}

function draftNew(path: string, file: string, text: string): Drafted {
  insistFree(path, file)
  const content = text.endsWith('\n') ? text : `${text}\n`
  return { shownAs: file.replace(/^\.\//, ''), content, mark: '', before: null, line: null }
}

function insistFree(path: string, file: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return
  throw new UsageError(`${file} is there already`, 'add to it with mode "append", or name a new file')
}

function draftAppended(path: string, file: string, text: string): Drafted {
  if (!existsSync(path)) throw new UsageError(`there is no file ${file}`, 'write a whole suite with mode "create"')
  if (lookAt(path)?.isFile() !== true) throw new UsageError(`${file} is no file`, 'name a suite')
  const before = readBytes(path)
  const existing = readText(path)
  const shownAs = file.replace(/^\.\//, '')
  const lines = asItem(text)
  const hasAny = /^conversations *:[^\S\n]*(?:#.*)?\n(?:[^\S\n]*(?:#.*)?\n)*\s*- /m.test(existing)
  const appended = appendItem(existing, 'conversations', lines, hasAny)
  if (!appended.ok)
    throw new UsageError(
      `${file}: ${appended.message}`,
      'write one conversation of plain YAML lines: name, turns and what it needs',
    )
  return { shownAs, content: appended.text, mark: markOf(before).toString(), before, line: appended.line }
}

/** A conversation as a list item, whatever its indentation, with or without its dash. */
function asItem(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n')
  const isBlank = (line: string): boolean => line.trim() === ''
  while (lines.length > 0 && isBlank(lines[0] ?? '')) lines.shift()
  // Trailing empty lines are part of a block scalar that keeps them (|+); otherwise they are dropped.
  if (!/[|>][1-9]?\+[1-9]?\s*(?:#.*)?$/m.test(text)) while (lines.length > 0 && isBlank(lines.at(-1) ?? '')) lines.pop()
  const textLines = lines.filter((line) => !isBlank(line))
  const depth = Math.min(...textLines.map((line) => line.length - line.trimStart().length))
  const flush = lines.map((line) => line.slice(depth))
  const first = flush.findIndex((line) => !line.startsWith('#') && !isBlank(line))
  if (flush[first]?.startsWith('-') === true) return flush
  return flush.map((line, index) => {
    if (index < first || isBlank(line)) return line
    return `${index === first ? '- ' : '  '}${line}`
  })
}

/** Checks the suite as it would be; returns its problems and the line of the conversation. */
async function check(
  { path, drafted }: { path: string; drafted: Drafted },
  desk: Desk,
): Promise<{ problems: Problem[]; line: number }> {
  const settings = await desk.settle()
  const open = openBeside(drafted.shownAs, desk.folder, () => undefined, desk.folder)
  if (drafted.before !== null) {
    const was = parseScript(readText(path), drafted.shownAs, open)
    if (!was.ok) return { problems: was.problems, line: 1 }
  }
  const agentListing = await lintAgents(settings, true)
  const { problems, script } = lintText(
    { file: drafted.shownAs, content: drafted.content },
    settings,
    agentListing.ok ? agentListing.agents : null,
    open,
  )
  return { problems, line: drafted.line ?? script?.conversations[0]?.at.line ?? 1 }
}

function refusal(
  problems: readonly Problem[],
  content: string,
  file: string,
): ToolAnswer & { data: z.input<typeof output> } {
  const errors = problems.filter(({ severity }) => severity === undefined).length
  const text = [
    `nothing was written: ${file} would have ${count(errors, 'error')}`,
    ...problems.slice(0, 20).map((problem) => formatProblem(problem, problem.file === file ? content : undefined)),
  ]
  const faults = problems.slice(0, 30).map(presentProblem)
  return toldAs(text, { written: false, at: null, problems: faults, run: null }, { isWrong: true })
}

/** Refuses to write if the file changed in the meantime. @throws UsageError */
function insistUnchanged(path: string, { before, shownAs }: Drafted): void {
  if (before === null) insistFree(path, shownAs)
  else if (!readBytes(path).equals(before))
    throw new UsageError(`${shownAs} changed in the meantime`, 'read it, and try again')
}
