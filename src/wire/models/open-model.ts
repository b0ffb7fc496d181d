import type { generateText, jsonSchema, ToolSet, wrapLanguageModel } from 'ai'
import { loadPackage, type PackageNeed } from '../../base/files/load-package.ts'
import {
  fillFromEnvironment,
  readVariable,
  redactEnvironmentIn,
  UnsetVariable,
} from '../../base/secrets/environment.ts'
import { unsendable } from '../../base/secrets/secret-keys.ts'
import { isLoopback } from '../client/loopback.ts'
import { askInTime, type Rest } from './ask-in-time.ts'
import { isAddress, type ModelPlan } from './find-model.ts'
import { limitedFetch } from './limited-fetch.ts'
import type { Model, ModelReply, ModelRequest, ModelSurroundings } from './model.ts'
import { ModelError } from './model-error.ts'
import { providers, sdkLine } from './providers.ts'
import type { ModelFacts } from './read-failure.ts'
import {
  answerChecks,
  type ModelConnection,
  makeModel,
  nameTools,
  pickAssistant,
  type SdkModel,
  toReplyParts,
  toSdkMessages,
} from './sdk-model.ts'
import { describeFlaw, flawOf } from './whole-answer.ts'

/** The parts of the AI SDK that we use. */
interface Sdk {
  generateText: typeof generateText
  jsonSchema: typeof jsonSchema
  wrapLanguageModel: typeof wrapLanguageModel
  extractReasoningMiddleware: (options: { tagName: string }) => typeof answerChecks
}

/** Opens a model with its packages; nothing is sent. @throws ModelError for a package, a key or a base url */
export async function openModel(plan: ModelPlan, surroundings: ModelSurroundings): Promise<Model> {
  const provider = providers[plan.provider]
  const { connection, facts } = connect(plan, surroundings)
  const packages = [
    { name: 'ai', line: sdkLine },
    { name: provider.package, line: provider.line },
  ] as const
  const need: PackageNeed = {
    needed: 'models need',
    together: packages,
    because: `ai ${sdkLine}, the line for Node 20`,
    fail: (message) => new ModelError('package', message),
  }
  const [ai, library] = await Promise.all([
    loadPackage<Sdk>(packages[0], surroundings.folder, need),
    loadPackage(packages[1], surroundings.folder, need),
  ])
  const bare = makeModel(library, plan, connection)
  // Self-hosted models often write their reasoning into the text.
  const reasoning = plan.provider === 'openai-compatible' ? [ai.extractReasoningMiddleware({ tagName: 'think' })] : []
  const model = ai.wrapLanguageModel({ model: bare, middleware: [...reasoning, answerChecks] })
  const supported = Object.entries(await bare.supportedUrls)
  const near = isLoopback(new URL(connection.baseURL).hostname)
  const rest: Rest = { until: 0, refusal: null }
  return {
    name: plan.name,
    host: facts.host,
    takes(url, mimeType) {
      if (!URL.canParse(url) || (isLoopback(new URL(url).hostname) && !near)) return false
      const fits = (kind: string): boolean =>
        kind.startsWith('*') || kind === mimeType || kind === `${mimeType.split('/')[0]}/*`
      return supported.some(([kind, addresses]) => fits(kind) && addresses.some((address) => address.test(url)))
    },
    ask: (request) => askInTime((signal) => askOnce(ai, model, { plan, facts }, request, signal), request, facts, rest),
  }
}

async function askOnce(
  { generateText, jsonSchema }: Sdk,
  model: SdkModel,
  { plan: { name, provider, settings }, facts }: { plan: ModelPlan; facts: ModelFacts },
  { system, messages, tools = [] }: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { temperature, seed, maxOutputTokens, options } = settings
  const names = nameTools(tools)
  const set: ToolSet = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      names.safe(name),
      // Some hosts refuse a schema without these two members.
      { description, inputSchema: jsonSchema({ type: 'object', properties: {}, ...parameters }) },
    ]),
  )
  const result = await generateText({
    model,
    ...(system === '' ? {} : { system }),
    messages: toSdkMessages(messages, names),
    ...(tools.length === 0 ? {} : { tools: set }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    // A conversation under test should not be stored by the provider, which is OpenAI's default.
    providerOptions: {
      [providers[provider].options]: { ...(provider === 'openai' ? { store: false } : {}), ...options },
    },
    maxRetries: 0,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: false },
    experimental_include: { requestBody: false, responseBody: false },
    // Files are passed only by their address; nothing is ever downloaded on behalf of a conversation.
    experimental_download: async (files) => files.map(() => null),
  })
  const { finishReason, rawFinishReason } = result
  const parts = redactEnvironmentIn(toReplyParts(result.content, names)) // some hosts repeat what they were sent
  const { inputTokens = 0, outputTokens = 0 } = result.usage
  // The AI SDK calls a refusal in the model's own words filtered, too; the host's own reason tells the two apart.
  const ending = finishReason === 'other' || finishReason === 'content-filter' ? rawFinishReason : finishReason
  const flaw = flawOf(ending, parts.filter(({ kind }) => kind === 'call').length)
  if (flaw !== null) {
    const what = describeFlaw(flaw, rawFinishReason ?? finishReason, maxOutputTokens)
    const usage = { model: name, inputTokens, outputTokens }
    throw new ModelError('garbled', `the answer of ${facts.modelId} at ${facts.host} ${what}`, usage)
  }
  const message = { role: 'assistant' as const, parts: [], original: pickAssistant(result.response.messages) }
  return { parts, message, inputTokens, outputTokens }
}

/** The address, key and headers of a model, and what messages may say about them. */
function connect(
  plan: ModelPlan,
  { env, retryMs = 500 }: ModelSurroundings,
): { connection: ModelConnection; facts: ModelFacts } {
  const { name, provider, modelId, settings } = plan
  const { key: usualKey, address, baseUrl } = providers[provider]
  const own = settings.baseUrl ?? (address === null ? undefined : env[address] || undefined)
  const fill = (text: string, where: string): string => telling(() => fillFromEnvironment(text, env), where)
  const baseURL = fill(own ?? baseUrl ?? '', `base url of ${name}`)
  if (!isAddress(baseURL)) {
    const where = settings.baseUrl === undefined ? `${address}, the address of ${name},` : `base url of ${name}`
    throw new ModelError('name', `${where} is no http or https address`)
  }
  const keyVariable = settings.key ?? usualKey
  const apiKey = keyVariable === null ? '' : telling(() => readVariable(keyVariable, env), `the key of ${name}`).trim()
  if (unsendable.test(apiKey))
    throw new ModelError('key', `${keyVariable} holds a line break or another character that no request can carry`)
  const headers = Object.fromEntries(
    Object.entries(settings.headers ?? {}).map(([header, value]) => [
      header,
      fill(value, `the header ${header} of ${name}`),
    ]),
  )
  const facts = { modelId, host: new URL(baseURL).host, ownAddress: own !== undefined, keyVariable, settings, retryMs }
  return { connection: { baseURL, apiKey, headers, fetch: limitedFetch }, facts }
}

/** Adds to the error about an unset variable what it is needed for. */
function telling<T>(take: () => T, where: string): T {
  try {
    return take()
  } catch (error) {
    if (error instanceof UnsetVariable) throw new ModelError('key', `${error.message}, which ${where} needs: set it`)
    throw error
  }
}
