/** The providers whose models can be used. */
export type ProviderName = 'openai' | 'anthropic' | 'google' | 'openai-compatible'

interface Provider {
  package: string
  /** The major version of the package that works with version 6 of the AI SDK, the last one for Node 20. */
  line: number
  /** The environment variable that usually contains its key; null if a key is not always needed. */
  key: string | null
  /** The variable that overrides its usual address, as in the provider's own tools. */
  address: string | null
  /** The usual address of its API; null if the settings have to name one. */
  baseUrl: string | null
  /** The AI SDK's name for further settings of a request. */
  options: string
}

/** The major version of the AI SDK that all of them work with. */
export const sdkLine = 6

export const providers: Readonly<Record<ProviderName, Provider>> = {
  openai: {
    package: '@ai-sdk/openai',
    line: 3,
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    baseUrl: 'https://api.openai.com/v1',
    options: 'openai',
  },
  anthropic: {
    package: '@ai-sdk/anthropic',
    line: 3,
    key: 'ANTHROPIC_API_KEY',
    address: 'ANTHROPIC_BASE_URL',
    baseUrl: 'https://api.anthropic.com/v1',
    options: 'anthropic',
  },
  google: {
    package: '@ai-sdk/google',
    line: 3,
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    address: null,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    options: 'google',
  },
  'openai-compatible': {
    package: '@ai-sdk/openai-compatible',
    line: 2,
    key: null,
    address: null,
    baseUrl: null,
    options: 'openaiCompatible',
  },
}
