/** The lists of names that goods or comments are sorted under, with what they are called. */
export const headings = {
  materialTypes: 'route.materialType',
  models: 'route.model',
  tagTypes: 'route.tagType',
} as const
export type Feature = keyof typeof headings
