import type { createAnthropic } from '@ai-sdk/anthropic'
import type { createGoogleGenerativeAI } from '@ai-sdk/google'
import type { createOpenAI } from '@ai-sdk/openai'
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ContentPart, LanguageModelMiddleware, ModelMessage as SdkMessage, ToolSet, wrapLanguageModel } from 'ai'
import { distinctIds } from '../../base/distinct-ids.ts'
import { isJsonObject } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { isBlank } from '../../base/text/characters.ts'
import type { ModelPlan } from './find-model.ts'
import type { ModelMessage, ModelTool, ReplyPart } from './model.ts'
import { saysFailed } from './whole-answer.ts'

export type SdkModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** Where requests go, and their key and headers; a key of "" means none. */
export interface ModelConnection {
  baseURL: string
  apiKey: string
  headers: Record<string, string>
  fetch: typeof fetch
}

interface Makers {
  createOpenAI: typeof createOpenAI
  createAnthropic: typeof createAnthropic
  createGoogleGenerativeAI: typeof createGoogleGenerativeAI
  createOpenAICompatible: typeof createOpenAICompatible
}

export function makeModel(
  library: unknown,
  { provider, modelId, settings }: ModelPlan,
  connection: ModelConnection,
): SdkModel {
  const makers = library as Makers
  if (provider === 'anthropic') return makers.createAnthropic(connection)(modelId)
  if (provider === 'google') return makers.createGoogleGenerativeAI(connection)(modelId)
  if (provider === 'openai') {
    const openai = makers.createOpenAI(connection)
    // The Responses API accepts no seed; chat completions do.
    return settings.seed === undefined ? openai.responses(modelId) : openai.chat(modelId)
  }
  const { apiKey, ...rest } = connection
  const supportedUrls = settings.images === true ? { 'image/*': [/^https?:/] } : {}
  const key = apiKey === '' ? {} : { apiKey }
  const options = { name: 'openaiCompatible', ...rest, ...key, supportedUrls: () => supportedUrls }
  return makers.createOpenAICompatible(options)(modelId)
}

/** Drops warnings, which the AI SDK would print, and refuses answers that failed; calls get ids of their own. */
export const answerChecks: LanguageModelMiddleware = {
  specificationVersion: 'v3',
  async wrapGenerate({ doGenerate, params: { prompt } }) {
    const answer = await doGenerate()
    const body = answer.response?.body
    if (!saysFailed(body)) return { ...answer, content: withDistinctCalls(answer.content, prompt), warnings: [] }
    const failure = { name: 'AI_APICallError', statusCode: 200, responseBody: JSON.stringify(body) }
    throw Object.assign(new Error('the answer says that it failed'), failure)
  },
}

type Generation = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0]
type GeneratedContent = Awaited<ReturnType<Generation['doGenerate']>>['content']

/** What a provider has carried out itself keeps its id, which its result refers to. */
function withDistinctCalls(content: GeneratedContent, prompt: Generation['params']['prompt']): GeneratedContent {
  const idsOf = (parts: readonly { type: string; toolCallId?: string; providerExecuted?: boolean | undefined }[]) =>
    parts.flatMap((part) => (isOwnCall(part) ? [part.toolCallId ?? ''] : []))
  const earlier = prompt.flatMap((message) => (message.role === 'assistant' ? idsOf(message.content) : []))
  const ids = distinctIds(idsOf(content), earlier)
  return content.map((part) => (isOwnCall(part) ? { ...part, toolCallId: ids.shift() } : part) as typeof part)
}

function isOwnCall({ type, providerExecuted }: { type: string; providerExecuted?: boolean | undefined }): boolean {
  return type === 'tool-call' && providerExecuted !== true
}

/** Maps the names of tools to ones that providers accept (letters, digits, `_` and `-`, at most 64), and back. */
interface ToolNames {
  safe(name: string): string
  own(safe: string): string
}

/** The longest name that all providers accept, minus four for a number. */
const longestName = 60

/** Gives each tool a name that every provider accepts. */
export function nameTools(tools: readonly ModelTool[]): ToolNames {
  const safeOf = new Map<string, string>()
  const ownOf = new Map<string, string>()
  for (const { name } of tools) {
    const plain = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestName)
    let safe = plain
    for (let number = 2; ownOf.has(safe); number += 1) safe = `${plain}_${number}`
    safeOf.set(name, safe)
    ownOf.set(safe, name)
  }
  return { safe: (name) => safeOf.get(name) ?? name, own: (safe) => ownOf.get(safe) ?? safe }
}

export function toSdkMessages(messages: readonly ModelMessage[], names: ToolNames): SdkMessage[] {
  return messages.flatMap((message) => toSdkMessage(message, names))
}

function toSdkMessage(message: ModelMessage, { safe }: ToolNames): SdkMessage[] {
  if (message.role === 'user') {
    const files = (message.files ?? []).map(({ url, mimeType }) =>
      mimeType.startsWith('image/')
        ? { type: 'image' as const, image: new URL(url) }
        : { type: 'file' as const, data: new URL(url), mediaType: mimeType },
    )
    return [{ role: 'user', content: [{ type: 'text', text: message.text }, ...files] }]
  }
  if (message.role === 'tools') {
    const content = message.results.map(({ id, name, output, isError }) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: safe(name),
      output: { type: isError ? ('error-text' as const) : ('text' as const), value: output },
    }))
    return [{ role: 'tool', content }]
  }
  if (message.original !== undefined) return message.original as SdkMessage[]
  const content = message.parts.map((part) =>
    part.kind === 'text'
      ? { type: 'text' as const, text: part.text }
      : { type: 'tool-call' as const, toolCallId: part.id, toolName: safe(part.name), input: part.given },
  )
  return [{ role: 'assistant', content }]
}

/** The assistant's part of what goes back, without the SDK's own answers; arguments that are no object become {}. */
export function pickAssistant(messages: readonly SdkMessage[]): SdkMessage[] {
  return messages.flatMap((message): SdkMessage[] => {
    if (message.role !== 'assistant') return []
    if (typeof message.content === 'string') return [message]
    const content = message.content.map((part) =>
      part.type === 'tool-call' && !isJsonObject(part.input) ? { ...part, input: {} } : part,
    )
    return [{ ...message, content }]
  })
}

/** An answer in its own order; consecutive parts of one kind are merged. */
export function toReplyParts(content: readonly ContentPart<ToolSet>[], { own }: ToolNames): ReplyPart[] {
  const parts: ReplyPart[] = []
  for (const part of content) {
    if (part.type === 'text' || part.type === 'reasoning') {
      const kind = part.type === 'text' ? 'text' : 'think'
      const last = parts.at(-1)
      if (last?.kind === kind) last.text += part.text
      else parts.push({ kind, text: part.text })
    }
    if (part.type !== 'tool-call' || part.providerExecuted === true) continue
    const args = isJsonObject(part.input) ? part.input : null
    const inputText = typeof part.input === 'string' ? part.input : JSON.stringify(part.input)
    parts.push({
      kind: 'call',
      id: part.toolCallId,
      name: own(part.toolName),
      given: args,
      written: cutText(inputText, 200),
    })
  }
  return parts.filter((part) => part.kind === 'call' || !isBlank(part.text))
}
