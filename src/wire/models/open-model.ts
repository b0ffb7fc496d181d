import { setTimeout as pause } from 'node:timers/promises'
import type { generateText, jsonSchema, ToolSet, wrapLanguageModel } from 'ai'
import { showTime } from '../../base/wording.ts'
import { isLoopback } from '../client/loopback.ts'
import type { ModelPlan } from './find-model.ts'
import { loadPackage } from './load-package.ts'
import type { Model, ModelReply, ModelRequest } from './model.ts'
import { ModelError } from './model-error.ts'
import { fillFromEnvironment, type ModelSurroundings } from './model-settings.ts'
import { providers, sdkLine } from './providers.ts'
import { type ModelFacts, readFailure } from './read-failure.ts'
import { keepAssistant, nameTools, toReplyParts, toSdkMessages } from './sdk-messages.ts'
import { type Connection, makeModel, type SdkModel, withoutWarnings } from './sdk-model.ts'

/** What is used of the AI SDK. */
interface Sdk {
  generateText: typeof generateText
  jsonSchema: typeof jsonSchema
  wrapLanguageModel: typeof wrapLanguageModel
  extractReasoningMiddleware: (options: { tagName: string }) => typeof withoutWarnings
}

/**
 * Opens a model: loads the AI SDK and the package of its provider. Nothing is sent before it is asked.
 * @throws ModelError for a package that is missing, a key that is not set, or a base url that is none
 */
export async function openModel(plan: ModelPlan, surroundings: ModelSurroundings): Promise<Model> {
  const provider = providers[plan.provider]
  const { connection, facts } = connect(plan, surroundings)
  const wanted = [
    { name: 'ai', line: sdkLine },
    { name: provider.package, line: provider.line },
  ] as const
  const [sdk, library] = await Promise.all(wanted.map((each) => loadPackage(each, surroundings.folder, wanted)))
  const ai = sdk as Sdk
  const bare = makeModel(library, plan, connection)
  // Models of one's own often write their reasoning into the text.
  const reasoning = plan.provider === 'openai-compatible' ? [ai.extractReasoningMiddleware({ tagName: 'think' })] : []
  const model = ai.wrapLanguageModel({ model: bare, middleware: [...reasoning, withoutWarnings] })
  const supported = Object.entries(await bare.supportedUrls)
  const near = isLoopback(new URL(connection.baseURL).hostname)
  let restUntil = 0

  async function ask(request: ModelRequest): Promise<ModelReply> {
    const deadline = performance.now() + request.timeLimitMs
    const timer = new AbortController()
    const alarm = setTimeout(() => timer.abort(), Math.max(0, request.timeLimitMs))
    const signal = request.signal === undefined ? timer.signal : AbortSignal.any([request.signal, timer.signal])
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const rest = restUntil - performance.now()
          if (rest > 0) await pause(rest, undefined, { signal })
          return await askOnce(ai, model, plan, request, signal)
        } catch (error) {
          request.signal?.throwIfAborted()
          if (timer.signal.aborted) throw tooLate(facts, request.timeLimitMs)
          const failure = readFailure(error, facts, attempt)
          if (failure.again === null) throw failure.error
          const { waitMs, busy } = failure.again
          const left = deadline - performance.now()
          if (waitMs >= left) {
            if (!busy) throw failure.error
            const wait = `${failure.error.message}; ${left < 1 ? 'no time' : `only ${showTime(left)}`} of ${showTime(request.timeLimitMs)} was left`
            throw new ModelError('busy', wait)
          }
          // All who ask this model wait: asking in between would only prolong it.
          if (busy) restUntil = Math.max(restUntil, performance.now() + waitMs)
          else await pause(waitMs, undefined, { signal }).catch(() => undefined)
        }
      }
    } finally {
      clearTimeout(alarm)
    }
  }

  return {
    name: plan.name,
    host: facts.host,
    takes(url, mimeType) {
      if (!URL.canParse(url) || (isLoopback(new URL(url).hostname) && !near)) return false
      const fits = (kind: string): boolean =>
        kind.startsWith('*') || kind === mimeType || kind === `${mimeType.split('/')[0]}/*`
      return supported.some(([kind, addresses]) => fits(kind) && addresses.some((address) => address.test(url)))
    },
    ask,
  }
}

async function askOnce(
  { generateText, jsonSchema }: Sdk,
  model: SdkModel,
  { provider, settings }: ModelPlan,
  { system, messages, tools = [] }: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { temperature, seed, maxOutputTokens, options } = settings
  const names = nameTools(tools)
  const set: ToolSet = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      names.safe(name),
      // Some hosts refuse a schema without these two.
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
    // Whatever stands in a conversation under test is not to be kept by the provider, which OpenAI would do by itself.
    providerOptions: {
      [providers[provider].options]: { ...(provider === 'openai' ? { store: false } : {}), ...options },
    },
    maxRetries: 0,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: false },
    experimental_include: { requestBody: false, responseBody: false },
    // Files are given by their address alone; nothing is ever fetched on behalf of a conversation.
    experimental_download: async (files) => files.map(() => null),
  })
  return {
    parts: toReplyParts(result.content, names),
    message: { role: 'assistant', parts: [], original: keepAssistant(result.response.messages) },
    inputTokens: result.usage.inputTokens ?? 0,
    outputTokens: result.usage.outputTokens ?? 0,
    finish: result.finishReason,
  }
}

function tooLate({ host, modelId }: ModelFacts, limitMs: number): ModelError {
  return new ModelError('timed out', `${modelId} at ${host} gave no answer within ${showTime(limitMs)}`)
}

/** The address, key and headers of a model, and what may be told of them. */
function connect(
  plan: ModelPlan,
  { env, retryMs = 500 }: ModelSurroundings,
): { connection: Connection; facts: ModelFacts } {
  const { name, provider, modelId, settings } = plan
  const { key: usualKey, address, baseUrl } = providers[provider]
  const own = settings.baseUrl ?? (address === null ? undefined : env[address] || undefined)
  const baseURL = fillFromEnvironment(own ?? baseUrl ?? '', env, `base url of ${name}`)
  if (baseURL === '') {
    const how = `models: { ${name.split('/')[0]}: { use: ${provider}, base url: http://127.0.0.1:11434/v1 } }`
    throw new ModelError('name', `${name} has no base url, which ${provider} needs: write an entry such as ${how}`)
  }
  if (!URL.canParse(baseURL) || !/^https?:$/.test(new URL(baseURL).protocol)) {
    const where = settings.baseUrl === undefined ? `${address}, the address of ${name},` : `base url of ${name}`
    throw new ModelError('name', `${where} is no http or https address`)
  }
  const keyVariable = settings.key ?? usualKey
  const apiKey = keyVariable === null ? '' : (env[keyVariable] ?? '')
  if (keyVariable !== null && apiKey === '')
    throw new ModelError('key', `${name} needs a key: set the environment variable ${keyVariable}`)
  const headers = Object.fromEntries(
    Object.entries(settings.headers ?? {}).map(([header, value]) => [
      header,
      fillFromEnvironment(value, env, `the header ${header} of ${name}`),
    ]),
  )
  const { host, username, password } = new URL(baseURL)
  const values = [apiKey, ...Object.values(headers), username, password].flatMap((each) => [each, ...each.split(/\s+/)])
  const secrets = [...new Set(values)].filter((each) => each.length > 3).sort((one, two) => two.length - one.length)
  const facts = { modelId, host, ownAddress: own !== undefined, keyVariable, settings, retryMs, secrets }
  return { connection: { baseURL, apiKey, headers }, facts }
}
