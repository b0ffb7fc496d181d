/** The package's root with a trailing slash: sources, modules and bundle all lie two folders below it. */
export const packageFolder: URL = new URL('../../', import.meta.url)
