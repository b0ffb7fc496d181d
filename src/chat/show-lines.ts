import type { ChatDesk } from './chat-desk.ts'
import { renderLine, type ShownLine } from './shown-line.ts'

/** Shows lines on the screen of a desk. */
export function showLines({ screen }: ChatDesk, shown: readonly ShownLine[]): void {
  screen.write(shown.flatMap((each) => renderLine(each, screen.paint, screen.columns())))
}
