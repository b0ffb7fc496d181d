/** The folder of the package, with a slash at its end: sources, built modules and the bundle of the command line all lie two folders below it. */
export const packageFolder: URL = new URL('../../', import.meta.url)
