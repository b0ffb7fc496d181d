const near = 48

/** Runs a change to a scrolling part; a reader who was at its end is at its end afterwards, any other stays in place. */
export function keepAtEnd(part: HTMLElement, change: () => void): void {
  const scrolls = part.scrollHeight > part.clientHeight
  const atEnd = part.scrollHeight - part.scrollTop - part.clientHeight < near
  change()
  if (scrolls && atEnd) part.scrollTop = part.scrollHeight
}
