import type { SideKey } from '../../compare/model/side.ts'

/** What the two columns of a picture are called: `default` and `draft`. */
export type PictureLabels = Record<SideKey, string>
