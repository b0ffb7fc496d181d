/** Where something stands in a text: from its first UTF-16 unit to the one behind it. */
export interface Span {
  from: number
  to: number
}

/** Whether a part of a text touches a span. */
export function touches(spans: readonly Span[], { from, to }: Span): boolean {
  return spans.some((span) => from < span.to && span.from < to)
}
