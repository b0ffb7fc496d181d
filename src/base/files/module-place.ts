/** Whether a text is the place of a function: a module of JavaScript or TypeScript and, behind #, an export of it. */
export const isExportPlace = (text: string): boolean =>
  /\.[cm]?[jt]s(?:#[\p{ID_Start}_$][\p{ID_Continue}$]*)?$/iu.test(text)
