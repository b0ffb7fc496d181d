import type { createAnthropic } from '@ai-sdk/anthropic'
import type { createGoogleGenerativeAI } from '@ai-sdk/google'
import type { createOpenAI } from '@ai-sdk/openai'
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelMiddleware, wrapLanguageModel } from 'ai'
import type { ModelPlan } from './find-model.ts'
import { saysFailed } from './whole-answer.ts'

/** A model as the AI SDK has it. */
export type SdkModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** Where requests go, and with what; a key of "" is none. */
export interface Connection {
  baseURL: string
  apiKey: string
  headers: Record<string, string>
  fetch: typeof fetch
}

/** Makes a model with the package of its provider. */
export function makeModel(
  library: unknown,
  { provider, modelId, settings }: ModelPlan,
  connection: Connection,
): SdkModel {
  switch (provider) {
    case 'openai': {
      const made = (library as { createOpenAI: typeof createOpenAI }).createOpenAI(connection)
      // The Responses API takes no seed, chat completions do.
      return settings.seed === undefined ? made.responses(modelId) : made.chat(modelId)
    }
    case 'anthropic':
      return (library as { createAnthropic: typeof createAnthropic }).createAnthropic(connection)(modelId)
    case 'google': {
      const { createGoogleGenerativeAI: create } = library as {
        createGoogleGenerativeAI: typeof createGoogleGenerativeAI
      }
      return create(connection)(modelId)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible: create } = library as { createOpenAICompatible: typeof createOpenAICompatible }
      const { apiKey, ...rest } = connection
      const supportedUrls = settings.images === true ? { 'image/*': [/^https?:/] } : {}
      const key = apiKey === '' ? {} : { apiKey }
      return create({ name: 'openaiCompatible', ...rest, ...key, supportedUrls: () => supportedUrls })(modelId)
    }
  }
}

/**
 * Takes warnings out of answers, which the AI SDK would print between the lines of a run, and refuses those that say of
 * themselves that they failed: the AI SDK looks at the rest of them alone.
 */
export const checked: LanguageModelMiddleware = {
  specificationVersion: 'v3',
  async wrapGenerate({ doGenerate }) {
    const answer = await doGenerate()
    const body = answer.response?.body
    if (!saysFailed(body)) return { ...answer, warnings: [] }
    const failure = { name: 'AI_APICallError', statusCode: 200, responseBody: JSON.stringify(body) }
    throw Object.assign(new Error('the answer says that it failed'), failure)
  },
}
