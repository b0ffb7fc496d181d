const kinds: Readonly<Record<string, RegExp>> = {
  image: /\.(?:png|jpe?g|gif|webp|svg|bmp)(?:$|\?)/i,
  video: /\.(?:mp4|mov|webm|avi|mkv)(?:$|\?)/i,
  audio: /\.(?:mp3|wav|ogg|m4a|aac|flac)(?:$|\?)/i,
}

/** The kind of content item that a link to a medium is, by how its name ends; null where it does not say. */
export function mediaKind(uri: string): string | null {
  return (
    Object.entries(kinds).find(([, ending]) => ending.test(uri))?.[0] ??
    (/\.(?:pdf|docx?|csv|txt|zip)(?:$|\?)/i.test(uri) ? 'file' : null)
  )
}
