/** A range of a text in UTF-16 units; `to` is exclusive. */
export interface Span {
  from: number
  to: number
}

/** Whether a range of a text overlaps any of the spans. */
export function touches(spans: readonly Span[], { from, to }: Span): boolean {
  return spans.some((span) => from < span.to && span.from < to)
}
