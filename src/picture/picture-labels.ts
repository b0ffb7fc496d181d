import type { SideKey } from '../compare/side.ts'

/** What the two columns of a picture are called: `default` and `draft`. */
export type PictureLabels = Record<SideKey, string>
