import type { ChatDesk } from './chat-desk.ts'
import { renderLine, type ShownLine } from './shown-line.ts'

/** Shows lines on the screen of a desk. */
export function showLines({ screen, conceal = (text) => text }: ChatDesk, shown: readonly ShownLine[]): void {
  screen.write(
    shown.flatMap((each) => renderLine({ ...each, text: conceal(each.text) }, screen.paint, screen.columns())),
  )
}
