import { z } from 'zod'
import { textsIn } from '../../base/json/walk-json.ts'
import { didYouMean } from '../../base/text/suggest.ts'
import { listKnown } from '../../base/text/wording.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { Desk } from './desk.ts'
import { capText } from './page.ts'

/** Hints to the client about a tool, with the protocol's member names. */
interface Hints {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** The answer of a tool: a text for the model, and the same as data. */
export interface ToolAnswer {
  text: string
  data: object
  /** The user's files are at fault; the text says how to fix them. */
  isError?: true
}

/** Parts of a text, without those that say nothing, and the same as data; `isWrong`: the user's files are at fault. */
export function toldAs<Data extends object>(
  parts: readonly string[],
  data: Data,
  { isWrong = false, between = '\n\n' } = {},
): ToolAnswer & { data: Data } {
  const text = capText(parts.filter((part) => part !== '').join(between))
  return { text, data, ...(isWrong ? { isError: true } : {}) }
}

export interface ToolContext {
  desk: Desk
  /** Aborts when the client cancels its request or disconnects. */
  signal: AbortSignal
  /** Reports progress to a client that asked for it. */
  progress(done: number, all: number, message: string): void
}

export interface ServerTool {
  name: string
  title: string
  description: string
  input: z.ZodType
  output: z.ZodType
  hints(desk: Desk): Hints
  /** @throws UsageError for invalid arguments, and for mistakes in the user's files */
  call(given: unknown, call: ToolContext): Promise<ToolAnswer>
}

/** A tool definition; `hints` has only those that differ from the defaults. */
interface Written<Input extends z.ZodObject, Output extends z.ZodType>
  extends Pick<ServerTool, 'name' | 'title' | 'description'> {
  input: Input
  output: Output
  hints?: (desk: Desk) => Partial<Hints>
  call(args: z.output<Input>, call: ToolContext): Promise<ToolAnswer & { data: z.input<Output> }>
}

const usual: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The hints of a tool that sends turns. */
export const acting = ({ maySend }: Pick<Desk, 'maySend'>): Hints => ({
  ...{ readOnlyHint: false, destructiveHint: maySend, idempotentHint: false, openWorldHint: true },
})

/** Makes a tool that validates its arguments before it is called. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Written<Input, Output>,
): ServerTool {
  const { input, call, hints = () => ({}) } = definition
  return {
    ...definition,
    hints: (desk) => ({ ...usual, ...hints(desk) }),
    call: (args, context) => call(readArguments(input, args), context),
  }
}

/** @throws UsageError for arguments that the tool does not take, with how to write them */
function readArguments<Input extends z.ZodObject>(input: Input, args: unknown): z.output<Input> {
  if (textsIn(args).some((text) => text.includes('\0')))
    throw new UsageError('an argument holds a NUL character', 'leave it out: no file and no text has one')
  const read = input.safeParse(args ?? {})
  if (read.success) return read.data
  const argumentNames = Object.keys(input.shape)
  const messages = read.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return `${issue.path.join('.') || 'arguments'}: ${issue.message}`
    return issue.keys.map(
      (key) => `there is no argument "${key}": ${didYouMean(key, argumentNames, String) ?? listKnown(argumentNames)}`,
    )
  })
  throw new UsageError(messages)
}

export const paths: z.ZodOptional<z.ZodArray<z.ZodString>> = z
  .array(z.string().min(1).max(1_000))
  .max(200)
  .optional()
  .describe(
    'Suite files, folders of them, or "file:line" of one conversation, all below the project folder. Default: the suites of the project.',
  )

export const nameFilter: z.ZodOptional<z.ZodString> = z
  .string()
  .max(500)
  .optional()
  .describe(
    'Only conversations whose "suite > name" matches this regular expression, without regard to case; after a "!", those it does not match.',
  )

export const tags: z.ZodOptional<z.ZodArray<z.ZodString>> = z
  .array(z.string().max(200))
  .max(50)
  .optional()
  .describe(
    'Only conversations that one of these fits: a tag, or tags joined by and, or, not, parentheses and *; those that begin with "not" or "!" leave out.',
  )

export const versionsOf: z.ZodOptional<z.ZodArray<z.ZodString>> = z
  .array(z.string().min(1).max(200))
  .max(10)
  .optional()
  .describe(
    'Versions of the agent: "default", "draft", a number such as "2", or with the local service a revision of git such as "HEAD~1". Default: as the project says.',
  )

export const offset: z.ZodDefault<z.ZodInt> = z
  .int()
  .min(0)
  .default(0)
  .describe('Where to go on in a long list: the "next" of the answer before.')

export const limitSetting = (usual: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(1).max(200).default(usual).describe('How many items to answer with, at most.')

export const resultFile: z.ZodOptional<z.ZodString> = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .describe(
    'A result below the project folder that "tableread run --json FILE" wrote, or the journal of a run. Default: the last run of this server.',
  )

export const next: z.ZodNullable<z.ZodNumber> = z
  .number()
  .nullable()
  .describe('The offset that goes on with the list; null where it ends here.')
