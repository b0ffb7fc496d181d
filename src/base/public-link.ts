/** Whether a text is a link that a service could fetch: http or https, without a user. */
export function isPublicLink(text: string): boolean {
  if (/[\s\\]/.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
