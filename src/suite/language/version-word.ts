/** Whether a word names a version of an agent, in the form that the service accepts: `default`, `draft`, or a number. */
export const isVersion = (word: string): boolean => /^(?:default|draft|\d+)$/.test(word)
