import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import type { JsonObject } from '../../base/json/json.ts'
import { redactKeys, redactKeysIn } from '../../base/secrets/secret-keys.ts'
import { firstLine, listKnown } from '../../base/text/wording.ts'
import { finishText } from '../../report/text/finish-text.ts'
import { tablereadVersion } from '../edge/package-version.ts'
import { complain, outputForProtocol } from '../edge/print.ts'
import { interruptible } from '../edge/process.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { McpFlags } from '../flags/verb-flags.ts'
import { compareVersions, readComparison } from './compare-versions.ts'
import { type Desk, openServerDesk } from './desk.ts'
import { findProblems } from './find-problems.ts'
import { listConversationsTool } from './list-conversations.ts'
import { loadServerSdk } from './mcp-sdk.ts'
import { protocolDescriptor, serveBeside, whenAlone } from './own-output.ts'
import { capText } from './page.ts'
import { readFailures } from './read-failures.ts'
import { readTranscript } from './read-transcript.ts'
import { listResources, readResource } from './resources.ts'
import { runSuites } from './run-suites.ts'
import { studyTools } from './study-tools.ts'
import type { ServerTool } from './tool.ts'
import { writeConversation } from './write-conversation.ts'

export const tools: readonly ServerTool[] = [
  listConversationsTool,
  findProblems,
  runSuites,
  readFailures,
  readTranscript,
  compareVersions,
  readComparison,
  ...studyTools,
  writeConversation,
]

const instructions = `Tableread tests conversational agents: suites of YAML hold conversations, each a list of user turns with what must hold of the agent's answer.
Begin with list_conversations. After a change to an agent or a suite, call lint_suites and run_suites; read_failures and read_transcript say what went wrong and on which line. compare_versions tells whether a draft is worse than what is published. suggest_conversations lists what no suite tries; write_conversation adds a test, checked before it is written, and new tests have to pass prove_suites.
Tests run on the local service unless this server was started with --target. The pages tableread://docs/tutorial and tableread://docs/language explain the language.`

/** Serves until the input ends or a signal comes. @throws UsageError if the SDK is missing, or for senseless flags */
export async function serveTools(flags: McpFlags): Promise<number> {
  const descriptor = protocolDescriptor()
  if (descriptor === null) return serveBeside()
  if (flags.folder !== undefined) enter(flags.folder)
  const folder = process.cwd()
  const unread = new AbortController()
  const output = outputForProtocol(descriptor, () => unread.abort())
  whenAlone(() => unread.abort())
  const { Server, Transport, protocol } = await loadServerSdk(folder)
  const desk = await openServerDesk(flags, folder)
  const departure = new AbortController()
  const interrupt = interruptible()
  const info = { name: 'tableread', title: 'Tableread', version: tablereadVersion() }
  const server = new Server(info, { capabilities: { tools: {}, resources: {} }, instructions })
  server.setRequestHandler(protocol.ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => describeTool(tool, desk)) as never,
  }))
  server.setRequestHandler(protocol.CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new protocol.McpError(
        protocol.ErrorCode.InvalidParams,
        `there is no tool of this name; ${listKnown(
          tools.map(({ name }) => name),
          tools.length,
        )}`,
      )
    const token = _meta?.progressToken
    const call = {
      desk,
      signal: AbortSignal.any([signal, departure.signal]),
      progress(progress: number, total: number, message: string): void {
        if (token === undefined) return
        const notice = { progressToken: token, progress, total, message: clean(message) }
        sendNotification({ method: 'notifications/progress', params: notice }).catch(() => undefined)
      },
    }
    return answerOf(tool, params.arguments, call)
  })
  server.setRequestHandler(protocol.ListResourcesRequestSchema, () => ({ resources: [...listResources(desk)] }))
  server.setRequestHandler(protocol.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }))
  server.setRequestHandler(protocol.ReadResourceRequestSchema, ({ params: { uri } }) => {
    const resource = readResource(uri, desk)
    if (resource === null)
      throw new protocol.McpError(-32002, 'there is no resource at this address; resources/list has all')
    return { contents: [{ ...resource, text: redactKeys(resource.text) }] }
  })
  await untilGone(server, new Transport(process.stdin, output), AbortSignal.any([interrupt.signal, unread.signal]))
  // A run that receives the same signal ends by itself; only after that is it told that its client is gone.
  await new Promise((next) => setImmediate(next))
  departure.abort()
  await desk.idle()
  interrupt.release()
  await server.close()
  process.stdin.destroy() // otherwise an open input would keep the process alive
  await new Promise<void>((done) => output.end(() => done()))
  return 0
}

/** Changes to a folder, against which all paths are resolved. @throws UsageError for what is not a folder */
function enter(folder: string): void {
  try {
    process.chdir(folder)
  } catch (error) {
    throw new UsageError(
      `${folder} is no folder to work in: ${firstLine((error as Error).message)}`,
      'name the folder of the project',
    )
  }
}

/** Connects, and waits until the client is gone: its input ended, its output closed, or a signal interrupted. */
async function untilGone(
  server: Server,
  transport: Parameters<Server['connect']>[0],
  interrupted: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = (): void => resolve()
    server.onclose = end
    server.onerror = (error) => complain(`${firstLine(error.message)}\n`)
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, end)
    if (interrupted.aborted) end()
    interrupted.addEventListener('abort', end)
    server.connect(transport).catch(reject)
  })
}

function describeTool(tool: ServerTool, desk: Desk): object {
  const { name, title, description, input, output, hints } = tool
  return {
    ...{ name, title, description },
    inputSchema: jsonSchemaOf(input, 'input'),
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations: { title, ...hints(desk) },
  }
}

function jsonSchemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, target: 'draft-7' })
  return schema as JsonObject
}

/** Anything but a protocol error becomes an answer that says what is wrong, never a stack. */
async function answerOf(tool: ServerTool, args: unknown, call: Parameters<ServerTool['call']>[1]) {
  try {
    const { text, data, isError } = await tool.call(args, call)
    return {
      content: [{ type: 'text' as const, text: clean(text) }],
      structuredContent: redactKeysIn(data) as Record<string, unknown>,
      ...(isError === undefined ? {} : { isError }),
    }
  } catch (error) {
    return { content: [{ type: 'text' as const, text: clean(describeError(error, call.signal)) }], isError: true }
  }
}

function describeError(error: unknown, { aborted }: AbortSignal): string {
  if (error instanceof UsageError) return capText(error.message)
  if (aborted) return 'cancelled'
  const { stack = String(error), code, message } = error as NodeJS.ErrnoException
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return `the file system refuses: ${firstLine(message)}`
  complain(`this is a defect in Tableread, not in your suite; please report it:\n${stack}\n`)
  return `this is a defect in Tableread, not in your suite: ${firstLine(message)}`
}

const clean = (text: string): string => redactKeys(finishText(text))
