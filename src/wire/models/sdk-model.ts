import type { createAnthropic } from '@ai-sdk/anthropic'
import type { createGoogleGenerativeAI } from '@ai-sdk/google'
import type { createOpenAI } from '@ai-sdk/openai'
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelMiddleware, wrapLanguageModel } from 'ai'
import type { ModelPlan } from './find-model.ts'

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

/** Takes warnings out of answers: the AI SDK would print them between the lines of a run. */
export const withoutWarnings: LanguageModelMiddleware = {
  specificationVersion: 'v3',
  wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
}
