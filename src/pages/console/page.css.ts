import { boardStyle } from './style/board.css.ts'
import { layoutStyle } from './style/layout.css.ts'
import { tableStyle } from './style/table.css.ts'
import { themeStyle } from './style/theme.css.ts'
import { transcriptStyle } from './style/transcript.css.ts'

/** The style sheet of the page. Served as `text/css; charset=utf-8`. */
export const pageCss: string = [themeStyle, layoutStyle, tableStyle, transcriptStyle, boardStyle].join('\n')
