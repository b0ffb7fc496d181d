import { type ChatCompletionRequest, type Fixture, LLMock } from '@copilotkit/aimock'
import type { ModelSettings } from './model.ts'

/** A host that speaks the protocols of all providers, with settings for a model of each. */
export interface ModelDouble {
  /** Adds answers from here on; the first match wins. A request without a match is refused with 404. */
  answer(...fixtures: Fixture[]): void
  /** The requests so far, in the form of chat completions whatever the protocol. */
  requests(): ChatCompletionRequest[]
  /** The headers and the body of the last request. */
  last(): { headers: Record<string, string>; body: ChatCompletionRequest }
  settings: Record<'openai' | 'anthropic' | 'google' | 'compatible', ModelSettings>
  env: Record<string, string>
  url: string
  close(): Promise<void>
}

/** The key for every model of the double. */
export const keyOfDouble = 'sk-test-0123456789-secret'

/** Starts a double on this machine. */
export async function openModelDouble(): Promise<ModelDouble> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
  await mock.start()
  const { url } = mock
  return {
    answer(...fixtures) {
      mock.clearFixtures()
      mock.resetMatchCounts()
      mock.clearRequests()
      mock.addFixtures(fixtures)
    },
    requests: () => mock.getRequests().map(({ body }) => body as ChatCompletionRequest),
    last() {
      const entry = mock.getLastRequest()
      return { headers: entry?.headers ?? {}, body: entry?.body as ChatCompletionRequest }
    },
    settings: {
      openai: { use: 'openai/gpt-5-mini', baseUrl: `${url}/v1` },
      anthropic: { use: 'anthropic/claude-sonnet-4-5', baseUrl: `${url}/v1` },
      google: { use: 'google/gemini-2.5-flash', baseUrl: `${url}/v1beta` },
      compatible: { use: 'openai-compatible/qwen3', baseUrl: `${url}/v1`, key: 'GATEWAY_KEY' },
    },
    env: {
      OPENAI_API_KEY: keyOfDouble,
      ANTHROPIC_API_KEY: keyOfDouble,
      GOOGLE_GENERATIVE_AI_API_KEY: keyOfDouble,
      GATEWAY_KEY: keyOfDouble,
    },
    url,
    close: () => mock.stop(),
  }
}
