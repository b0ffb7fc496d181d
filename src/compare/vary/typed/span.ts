/** A range of a text in UTF-16 units; `to` is exclusive. */
export interface TextSpan {
  from: number
  to: number
}

/** Whether a range of a text overlaps any of the spans. */
export function touches(spans: readonly TextSpan[], { from, to }: TextSpan): boolean {
  return spans.some((span) => from < span.to && span.from < to)
}
