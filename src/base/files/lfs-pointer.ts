/** The first words of what Git LFS leaves in place of a file that was not fetched. */
export const lfsPointer = /^version https:\/\/git-lfs\.github\.com\/spec\//
