/**
 * The root folder of the package, with a trailing slash: sources, built modules and the command-line bundle
 * all lie two folders below it.
 */
export const packageFolder: URL = new URL('../../', import.meta.url)
