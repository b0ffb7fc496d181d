const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  csv: 'text/csv',
  txt: 'text/plain',
}

/** The media type for a file name's extension. */
export function mediaTypeOf(name: string): string | undefined {
  return types[name.split('.').at(-1)?.toLowerCase() ?? '']
}
