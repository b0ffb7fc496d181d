/** How media of our own are stored: without origin and signature, which a link gets whenever it is shown (CNT-07). */
export const localMedia = 'local-media:'
