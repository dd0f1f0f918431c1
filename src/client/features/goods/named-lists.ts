/** The lists of names that classify goods or comments, with their headings. */
export const headings = {
  materialTypes: 'route.materialType',
  models: 'route.model',
  tagTypes: 'route.tagType',
} as const
export type Feature = keyof typeof headings
