/** The code of an error of Node, such as `ENOENT`; undefined where there is none. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
