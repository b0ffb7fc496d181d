/** The formats of other tools' traces, as `--from` names them. */
export const traceFormats = ['openai-chat', 'openai-responses', 'ai-sdk', 'otlp', 'langfuse', 'langsmith'] as const

export type TraceFormat = (typeof traceFormats)[number]
